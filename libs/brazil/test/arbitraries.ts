import fc from 'fast-check';

/** Any sequence of UTF-16 code units: lone surrogates and NUL included. */
export const anyString = fc
  .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0, 0xd800, 0xdfff)), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));

export const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

export const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'), maxLength: 3 });

/** The text with something of `between` before, after and between its characters. */
export const interspersed = (text: string, between: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(between, { minLength: text.length + 1, maxLength: text.length + 1 })
    .map((gaps) => gaps.map((gap, index) => gap + text.charAt(index)).join(''));
