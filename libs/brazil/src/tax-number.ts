import { z } from 'zod';
import { invalidCnpj, invalidCnpjOrCpf } from './brazil.errors.ts';

/** The first check digit is weighed without the first weight. */
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

/** Letters count too since July 2026 (IN RFB 2.229/2024): a character is worth its code less that of zero. */
const checkDigit = (base: string, weights: readonly number[]): number => {
  const sum = weights.reduce((total, weight, index) => total + weight * (base.charCodeAt(index) - 48), 0);
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
};

const hasItsCheckDigits = (number: string, weights: readonly number[]): boolean => {
  const base = number.slice(0, -2);
  const first = checkDigit(base, weights.slice(1));
  const second = checkDigit(`${base}${first}`, weights);
  return number.endsWith(`${first}${second}`);
};

/** Numbers of one repeated digit may have valid check digits, but are never issued. */
const isRepeated = (number: string): boolean => /^(.)\1+$/.test(number);

/** Takes the stored form. */
export const isCnpj = (number: string): boolean =>
  /^[0-9A-Z]{12}[0-9]{2}$/.test(number) && !isRepeated(number) && hasItsCheckDigits(number, cnpjWeights);

/** Takes the stored form. */
export const isCpf = (number: string): boolean =>
  /^[0-9]{11}$/.test(number) && !isRepeated(number) && hasItsCheckDigits(number, cpfWeights);

/**
 * The stored form: without the usual punctuation, upper case. Only ASCII letters become upper case: otherwise `ſ` would
 * become S.
 */
export const normalizeTaxNumber = (written: string): string =>
  written.replace(/[\s./-]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

const maxTaxNumber = 30;

const taxNumber = (format: string, judge: (number: string) => boolean, error: string): z.ZodString =>
  z
    .string()
    .trim()
    .max(maxTaxNumber, { abort: true })
    .overwrite(normalizeTaxNumber)
    .check(z.stringFormat(format, judge, { error }));

export const cnpj = taxNumber('cnpj', isCnpj, invalidCnpj);

export const cnpjOrCpf = taxNumber('cnpj_cpf', (number) => isCpf(number) || isCnpj(number), invalidCnpjOrCpf);
