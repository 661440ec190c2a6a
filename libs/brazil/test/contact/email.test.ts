import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalidEmail } from '../../src/brazil.errors.ts';
import { email } from '../../src/contact.ts';
import { anyString, blanks } from '../arbitraries.ts';

const refusal = [{ code: 'invalid_format', format: 'email', message: 'Formato de email inválido', path: [] }];
const ofLength = (length: number): string => {
  const domain = '@exemplo.com.br';
  const labels = 'd'.repeat(59).concat('.').repeat(10);
  const rest = length - 10 - domain.length;
  return `${'l'.repeat(10)}@${labels.slice(0, rest - 1)}x.${domain.slice(1)}`.slice(0, 11 + rest) + domain.slice(1);
};

describe('email', () => {
  it('has the message of the contract', () => {
    expect(invalidEmail).toBe('Formato de email inválido');
  });

  it.each([
    'maria@exemplo.com.br',
    'a@b.co',
    'Maria.Silva+vendas@Exemplo.COM.BR',
    "o'brien@exemplo.ie",
    '1@1.com',
    'a_b-c@sub.sub.exemplo.com',
    'x!#$%&*/=?^`{|}~@exemplo.com',
    'maria@exemplo.xn--p1ai',
    'maria@xn--exmpl-0qa.com',
    'maria@exemplo.xn--vermgensberatung-pwb',
    `${'a'.repeat(64)}@exemplo.com`,
    `a@${'b'.repeat(63)}.com`,
  ])('%j is kept as sent', (address) => {
    expect(email.parse(address)).toBe(address);
  });

  it.each([
    '',
    ' ',
    '@',
    'maria',
    'maria@',
    '@exemplo.com',
    'maria@exemplo',
    'maria@exemplo.c',
    'maria@@exemplo.com',
    'maria@exemplo@com.br',
    'maria silva@exemplo.com',
    'maria@exem plo.com',
    'maria@exemplo..com',
    'maria@.exemplo.com',
    'maria@exemplo.com.',
    '.maria@exemplo.com',
    'maria.@exemplo.com',
    'maria..silva@exemplo.com',
    'maria@-exemplo.com',
    'maria@exemplo-.com',
    'maria@exemplo_x.com',
    'maria@127.0.0.1',
    'maria@exemplo.123',
    'Maria <maria@exemplo.com>',
    'mailto:maria@exemplo.com',
    'maria@exemplo.com,joao@exemplo.com',
    'maria@exemplo.com\nbcc:joao@exemplo.com',
    '"maria"@exemplo.com',
    'joão@exemplo.com',
    'maria@exemplo.com\0',
    'ma\0ria@exemplo.com',
    'maria\ud800@exemplo.com',
    'maria@exemplo\udc00.com',
    'maria@exemplo.com\ud83d',
    'ſ@exemplo.com',
    'maria@exemplo.\u212aom',
    `${'a'.repeat(65)}@exemplo.com`,
    `a@${'b'.repeat(64)}.com`,
  ])('%j is refused as invalid_format/email', (address) => {
    expect(email.safeParse(address).error?.issues).toMatchObject(refusal);
  });

  it('has at most 254 characters', () => {
    expect(ofLength(254)).toHaveLength(254);
    expect(email.parse(ofLength(254))).toBe(ofLength(254));
    expect(ofLength(255)).toHaveLength(255);
    expect(email.safeParse(ofLength(255)).error?.issues).toMatchObject(refusal);
  });

  it('is any sequence of atoms at any sequence of labels, trimmed and otherwise untouched', () => {
    const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const some = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
    const local = fc.array(some(`${alphanumeric}!#$%&'*+/=?^_\`{|}~-`, 1, 12), { minLength: 1, maxLength: 4 });
    const label = fc
      .tuple(some(alphanumeric, 1, 1), some(`${alphanumeric}-`, 0, 10), some(alphanumeric, 1, 1))
      .map((parts) => parts.join(''));
    const domain = fc.tuple(fc.array(label, { minLength: 1, maxLength: 5 }), some(alphanumeric.slice(0, 52), 2, 10));
    fc.assert(
      fc.property(local, domain, blanks, blanks, (atoms, [labels, topLevel], before, after) => {
        const address = `${atoms.join('.')}@${[...labels, topLevel].join('.')}`;
        expect(email.parse(before + address + after)).toBe(address);
        expect(email.parse(email.parse(address))).toBe(address);
      }),
    );
  });

  it('never throws, refuses with one issue, and lets nothing but visible ASCII through', () => {
    const nearly = fc.string({ unit: fc.constantFrom('a', 'b', '.', '@', '-', 'ã', '\0', ' '), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(anyString, nearly, fc.emailAddress()), (text) => {
        const { data, error } = email.safeParse(text);
        if (data === undefined) expect(error?.issues).toMatchObject(refusal);
        else expect(data).toMatch(/^[!-~]+$/);
      }),
    );
  });
});
