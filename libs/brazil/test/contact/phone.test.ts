import fc from 'fast-check';
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { invalidPhone } from '../../src/brazil.errors.ts';
import { phone, toE164, writtenPhone } from '../../src/contact.ts';
import { anyString, digits, interspersed } from '../arbitraries.ts';

const nonZero = fc.integer({ min: 1, max: 9 });
const ddd = fc.oneof(
  fc.constant('55'),
  fc.tuple(nonZero, nonZero).map(([first, second]) => `${first}${second}`),
);
const fixed = fc.tuple(fc.integer({ min: 2, max: 5 }), digits(7)).map(([first, rest]) => `${first}${rest}`);
const mobile = digits(8).map((rest) => `9${rest}`);
const carrier = fc.constantFrom('12', '15', '21', '31', '41', '55', '65', '99');

/** Every way in which the same Brazilian number may be written. */
const spellings = (area: string, subscriber: string, code: string): string[] => {
  const halves = `${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`;
  return [
    `${area}${subscriber}`,
    `(${area}) ${halves}`,
    `${area} ${halves}`,
    `${area}.${halves.replace('-', '.')}`,
    `0${area}${subscriber}`,
    `(0${area}) ${halves}`,
    `0${code}${area}${subscriber}`,
    `0xx${area} ${halves}`,
    `(0XX${area}) ${halves}`,
    `0**${area} ${halves}`,
    `55${area}${subscriber}`,
    `55 (${area}) ${halves}`,
    `55 (0${area}) ${halves}`,
    `+55${area}${subscriber}`,
    `+55 ${area} ${halves}`,
    `+55 (${area}) ${halves}`,
    `(+55) ${area} ${halves}`,
    `+55 (0) ${area} ${halves}`,
    `+55 0xx${area} ${halves}`,
    `0055${area}${subscriber}`,
    `00 55 ${area} ${halves}`,
    `  +55 ${area} ${halves}\n`,
    `\u202a+55 ${area} ${halves.replace('-', '\u2011')}\u202c`,
  ];
};

describe('a Brazilian number', () => {
  it('is stored alike, fixed or mobile, however it is written', () => {
    fc.assert(
      fc.property(ddd, fc.oneof(fixed, mobile), carrier, (area, subscriber, code) => {
        for (const written of spellings(area, subscriber, code))
          expect([written, phone.safeParse(written).data]).toEqual([written, `+55${area}${subscriber}`]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every digit after the DDD, whatever the plan of today says', () => {
    const national = fc.tuple(nonZero, fc.oneof(digits(9), digits(10))).map(([first, rest]) => `${first}${rest}`);
    fc.assert(fc.property(national, (number) => toE164(number) === `+55${number}`));
  });

  it('may be separated anywhere', () => {
    const separator = fc.constantFrom('', '', '', ' ', '-', '.', '(', ')');
    fc.assert(
      fc.property(
        fc.tuple(ddd, mobile).chain(([area, subscriber]) => {
          const number = `+55${area}${subscriber}`;
          return fc.tuple(fc.constant(number), interspersed(number, separator));
        }),
        ([number, written]) => toE164(written) === number,
      ),
    );
  });

  it.each([
    ['55991234567', '+5555991234567'],
    ['5533334444', '+555533334444'],
    ['(55) 99123-4567', '+5555991234567'],
    ['055 3333-4444', '+555533334444'],
    ['555533334444', '+555533334444'],
    ['5555991234567', '+5555991234567'],
    ['551133334444', '+551133334444'],
    ['5511987654321', '+5511987654321'],
    ['+55 55 99123-4567', '+5555991234567'],
    ['0055 55 3333-4444', '+555533334444'],
  ])('%j begins with 55, the country or the DDD: %s', (written, stored) => {
    expect(phone.parse(written)).toBe(stored);
  });

  it.each([
    ['0800 123 4567', '+558001234567'],
    ['0800 12 3456', '+55800123456'],
    ['+55 800 123 4567', '+558001234567'],
    ['0300 123 4567', '+553001234567'],
    ['4004-1234', '+5540041234'],
    ['3003 1234', '+5530031234'],
    ['4020-1234', '+5540201234'],
  ])('%j needs no DDD: %s', (written, stored) => {
    expect(phone.parse(written)).toBe(stored);
  });

  it('without its DDD is refused: it would become the number of somebody else', () => {
    const lacksDdd = fc.oneof(
      fixed.filter((number) => !/^(?:300|40[02])/.test(number)),
      mobile.filter((number) => !number.startsWith('900')),
    );
    fc.assert(
      fc.property(lacksDdd, fc.constantFrom('', '0', '+55', '0055'), (number, prefix) => {
        expect(toE164(prefix + number)).toBeUndefined();
      }),
    );
  });

  it('with digits too few or too many is refused', () => {
    const wrongLength = fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 12, max: 20 })).chain(digits);
    fc.assert(fc.property(wrongLength, (number) => toE164(`+55${number.replace(/^0/, '1')}`) === undefined));
    fc.assert(
      fc.property(ddd, mobile, digits(1), (area, subscriber, extra) => {
        expect(toE164(`+55${area}${subscriber}${extra}`)).toBeUndefined();
        expect(toE164(`55${area}${subscriber}${extra}`)).toBeUndefined();
        expect(toE164(`0055${area}${subscriber}${extra}`)).toBeUndefined();
      }),
    );
  });
});

const foreignExamples = getCountries()
  .filter((country) => country !== 'BR')
  .map((country) => [country, getExampleNumber(country, examples)?.number ?? ''] as [CountryCode, string])
  .filter(([, number]) => number !== '');

describe('a foreign number', () => {
  it('is accepted from every country, with + or 00', () => {
    expect(foreignExamples.length).toBeGreaterThan(200);
    for (const [country, number] of foreignExamples) {
      expect([country, toE164(number)]).toEqual([country, number]);
      expect([country, toE164(number.replace('+', '00'))]).toEqual([country, number]);
    }
  });

  it.each([
    ['+1 (415) 555-2671', '+14155552671'],
    ['+351 912 345 678', '+351912345678'],
    ['+44 (0) 7400 123456', '+447400123456'],
    ['+54 9 11 1234-5678', '+5491112345678'],
    ['+39 06 1234 5678', '+390612345678'],
    ['00595 961 456789', '+595961456789'],
  ])('%j is stored as %s', (written, stored) => {
    expect(phone.parse(written)).toBe(stored);
  });

  it.each([
    '351912345678',
    '441234567890',
    '+1',
    '+1 415 555',
    '+999 123456789',
    '+14155552671999999',
    '+49 600000000000000',
    '+62 0000 00000',
  ])('%j is refused: no prefix, no such country or no possible length', (written) => {
    expect(phone.safeParse(written).success).toBe(false);
  });
});

describe('what is no phone number', () => {
  it.each([
    '',
    '-',
    '+',
    '00',
    '123',
    'abc',
    '(11) 98765-432a',
    'tel: 11 98765-4321',
    '11 98765-4321 ramal 12',
    '11 98765-4321 x12',
    '11 3333-4444 / 3333-5555',
    '1-800-FLOWERS',
    '+1 800 FLOWERS',
    '+1 415 555-2671 x12',
    '+1 415 555-2671 ext. 12',
    '+1 415 555-2671;ext=12',
    '+1 415 555-2671 a',
    '11+987654321',
    '++5511987654321',
    '+55+11987654321',
    'xx11987654321',
    '0x11987654321',
    '00000000000',
    '(00) 00000-0000',
    '11 98765-4321\0',
    '11 98765-4321\ud800',
    '１１９８７６５４３２１',
    '11987654321e0',
    '1.1987654321e10',
    'maria@exemplo.com.br',
  ])('%j is refused as invalid_format/phone', (written) => {
    const { error } = phone.safeParse(written);
    expect(error?.issues).toMatchObject([{ code: 'invalid_format', format: 'phone', message: invalidPhone }]);
  });

  it('is any number with a stranger in it', () => {
    const stranger = anyString.filter((text) => /[^\s().\p{Pd}\p{Cf}\d+*xX]/u.test(text));
    fc.assert(
      fc.property(stranger, fc.nat(11), (text, at) => {
        expect(toE164(`11987654321`.slice(0, at) + text + `11987654321`.slice(at))).toBeUndefined();
      }),
    );
  });

  it('is a text of more than 30 characters, the blanks around it apart, and told so once', () => {
    const ofLength = (length: number) => `+55${' '.repeat(length - 14)}11987654321`;
    expect(phone.parse(ofLength(30))).toBe('+5511987654321');
    expect(phone.parse(`\t ${ofLength(30)} \n`)).toBe('+5511987654321');
    for (const long of [ofLength(31), '1'.repeat(31), 'x'.repeat(31)])
      expect(phone.safeParse(long).error?.issues).toMatchObject([{ code: 'too_big', maximum: 30 }]);
  });
});

describe('any text', () => {
  const dialable = fc.string({ unit: fc.constantFrom(...'0123456789055+-() x*'), maxLength: 24 });
  const international = fc
    .integer({ min: 0, max: 16 })
    .chain(digits)
    .map((number) => `+${number}`);

  it('never throws, and what comes out is E.164 of the digits that went in', () => {
    fc.assert(
      fc.property(fc.oneof(anyString, dialable, international), (text) => {
        const { data } = phone.safeParse(text);
        if (data === undefined) return;
        expect(data).toMatch(/^\+[1-9]\d{5,14}$/);
        expect(text.replace(/\D/g, '')).toContain(data.slice(-4));
      }),
      { numRuns: 3_000 },
    );
  });

  it('as people write it is text to a spreadsheet, and the same number again', () => {
    fc.assert(
      fc.property(
        fc.oneof(dialable, international, fc.constantFrom(...foreignExamples.map(([, number]) => number))),
        (text) => {
          const stored = toE164(text);
          if (stored === undefined) return;
          const written = writtenPhone(stored);
          expect([toE164(written), phone.parse(written)], written).toEqual([stored, stored]);
          expect(written).toMatch(/^[(\d][^+=@,;]*$/);
          expect(written).toMatch(/\d[^\d]+\d/);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['+5511987654321', '(11) 98765-4321'],
    ['+555533334444', '(55) 3333-4444'],
    ['+558007771234', '0800 777-1234'],
    ['+55800777123', '0800 77-7123'],
    ['+5540041234', '4004-1234'],
    ['+14155552671', '00 1 415 555 2671'],
    ['', ''],
  ])('%s is written as %s', (stored, written) => expect(writtenPhone(stored)).toBe(written));

  it('has one normal form, which is its own', () => {
    fc.assert(
      fc.property(fc.oneof(dialable, international), (text) => {
        const stored = toE164(text);
        if (stored !== undefined) expect(toE164(stored)).toBe(stored);
      }),
      { numRuns: 5_000 },
    );
  });
});
