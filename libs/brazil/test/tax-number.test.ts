import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalidCnpj, invalidCnpjOrCpf } from '../src/brazil.errors.ts';
import { cnpj, cnpjOrCpf, isCnpj, isCpf, normalizeTaxNumber } from '../src/tax-number.ts';
import { anyString, blanks, interspersed } from './arbitraries.ts';
import {
  anyCnpj,
  anyCpf,
  completeCnpj,
  completeCpf,
  corruptions,
  digitsAndLetters,
  digitsOnly,
  isOneDigitRepeated,
} from './tax-number.oracle.ts';

const formatCnpj = (number: string): string => number.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
const formatCpf = (number: string): string => number.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const punctuation = fc.constantFrom('', '', '', '.', '/', '-', ' ');

const messagesOf = (result: ReturnType<typeof cnpj.safeParse>): string[] | undefined =>
  result.error?.issues.map(({ message }) => message);

describe('known numbers', () => {
  it.each([
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['11.222.333/0001-81', '11222333000181'],
    [' 11 222 333 0001 81 ', '11222333000181'],
    ['00.000.000/0001-91', '00000000000191'],
  ])('the CNPJ %j is stored as %s', (written, stored) => {
    expect(cnpj.parse(written)).toBe(stored);
    expect(cnpjOrCpf.parse(written)).toBe(stored);
  });

  it.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    ['529 982 247 25', '52998224725'],
  ])('the CPF %j is stored as %s', (written, stored) => {
    expect(cnpjOrCpf.parse(written)).toBe(stored);
    expect(messagesOf(cnpj.safeParse(written))).toEqual([invalidCnpj]);
  });

  it.each([
    '',
    '12x',
    '.',
    '11222333000180',
    '12ABC34501DE36',
    '12ABC34501DE3S',
    '1122233300018',
    '112223330001811',
    '11_222_333/0001-81',
    '11,222,333/0001-81',
    '11.222.333\\0001-81',
    '5299822472S',
    'S2998224725',
    '529.982.247-25x',
    'CPF 529.982.247-25',
    '52998224725\0',
    '５２９９８２２４７２５',
  ])('%j is neither a CNPJ nor a CPF', (written) => {
    expect(messagesOf(cnpj.safeParse(written))).toEqual([invalidCnpj]);
    expect(messagesOf(cnpjOrCpf.safeParse(written))).toEqual([invalidCnpjOrCpf]);
  });

  it.each([...digitsOnly])('fourteen or eleven times %s is refused, though zeros pass the arithmetic', (digit) => {
    expect(cnpj.safeParse(digit.repeat(14)).success).toBe(false);
    expect(cnpjOrCpf.safeParse(digit.repeat(14)).success).toBe(false);
    expect(cnpjOrCpf.safeParse(digit.repeat(11)).success).toBe(false);
    expect(completeCpf(digit.repeat(9))).toBe(digit.repeat(11));
  });

  it('an all-equal base with other check digits is an ordinary number', () => {
    const number = completeCnpj('111111111111');
    expect(isOneDigitRepeated(number)).toBe(false);
    expect(isCnpj(number)).toBe(true);
  });
});

describe('numbers with the check digits of the oracle', () => {
  it('are valid in their own kind only', () => {
    fc.assert(fc.property(anyCnpj, (number) => isCnpj(number) && !isCpf(number)));
    fc.assert(fc.property(anyCpf, (number) => isCpf(number) && !isCnpj(number)));
  });

  it('are stored alike whatever the punctuation and case', () => {
    const written = (number: string): fc.Arbitrary<string> =>
      fc
        .tuple(
          fc.oneof(
            interspersed(number, punctuation),
            blanks.map((blank) => blank + formatCnpj(number) + blank),
          ),
          fc.boolean(),
        )
        .map(([text, lower]) => (lower ? text.toLowerCase() : text))
        .filter((text) => text.trim().length <= 30);
    fc.assert(
      fc.property(
        anyCnpj.chain((number) => fc.tuple(fc.constant(number), written(number))),
        ([number, text]) => {
          expect(cnpj.parse(text)).toBe(number);
          expect(cnpjOrCpf.parse(text)).toBe(number);
        },
      ),
    );
    fc.assert(
      fc.property(anyCpf, (number) => {
        expect(cnpjOrCpf.parse(formatCpf(number))).toBe(number);
        expect(cnpjOrCpf.parse(number)).toBe(number);
      }),
    );
  });

  it('have no other last two digits', () => {
    const otherEnding = fc.integer({ min: 1, max: 99 });
    const withOtherEnding = (number: string, shift: number): string =>
      number.slice(0, -2) + String((Number(number.slice(-2)) + shift) % 100).padStart(2, '0');
    fc.assert(fc.property(anyCnpj, otherEnding, (number, shift) => !isCnpj(withOtherEnding(number, shift))));
    fc.assert(fc.property(anyCpf, otherEnding, (number, shift) => !isCpf(withOtherEnding(number, shift))));
  });

  it('are refused as a CPF with any letter, even one that the sum cannot tell from the digit', () => {
    fc.assert(
      fc.property(anyCpf, (number) =>
        corruptions(number, digitsAndLetters.slice(10)).every(
          ({ corrupted }) => !cnpjOrCpf.safeParse(corrupted).success,
        ),
      ),
    );
  });

  it.each([
    ['S2ABC34501DE', 'S', 'ſ'],
    ['I2ABC34501DE', 'I', 'ı'],
    ['FIABC34501DE', 'FI', 'ﬁ'],
    ['ST2BC34501DE', 'ST', 'ﬆ'],
  ])(
    'are refused with a letter that only raising makes one of theirs: %s with another %s',
    (base, letters, foreign) => {
      const number = completeCnpj(base);
      expect(foreign.toUpperCase()).toBe(letters);
      expect(cnpj.parse(number)).toBe(number);
      expect(cnpj.safeParse(number.replace(letters, foreign)).success).toBe(false);
    },
  );

  it('are refused with any other character in or around them', () => {
    const stranger = fc
      .oneof(anyString, fc.constantFrom('_', ',', '\\', 'x', '0', '\0', '–', '٠'))
      .filter((text) => normalizeTaxNumber(text) !== '');
    fc.assert(
      fc.property(fc.oneof(anyCnpj, anyCpf), stranger, fc.nat(14), (number, text, at) => {
        const spoilt = number.slice(0, at) + text + number.slice(at);
        // Three more digits can make another valid number: a CNPJ of a CPF.
        fc.pre(!/^[0-9A-Z]{14}$/.test(normalizeTaxNumber(spoilt)));
        expect(cnpjOrCpf.safeParse(spoilt).success).toBe(false);
      }),
    );
  });
});

describe('any text', () => {
  it('never makes the schemas throw, and a refusal is one issue', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        for (const schema of [cnpj, cnpjOrCpf]) expect(schema.safeParse(text).error?.issues.length ?? 1).toBe(1);
      }),
    );
  });

  it('has one normal form, which is its own', () => {
    fc.assert(
      fc.property(fc.oneof(anyString, anyCnpj.map(formatCnpj)), (text) => {
        const normal = normalizeTaxNumber(text);
        expect(normalizeTaxNumber(normal)).toBe(normal);
        expect(normal).not.toMatch(/[\s./a-z-]/);
      }),
    );
    fc.assert(fc.property(anyCnpj, (number) => cnpj.parse(cnpj.parse(formatCnpj(number))) === number));
  });

  it('of more than 30 characters is too long, and told so once', () => {
    const issues = cnpj.safeParse('1'.repeat(31)).error?.issues;
    expect(issues).toMatchObject([{ code: 'too_big', maximum: 30 }]);
    expect(cnpj.parse(`${' '.repeat(50)}11222333000181${' '.repeat(50)}`)).toBe('11222333000181');
  });
});
