import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blankAsEmpty, line, recordId, text } from '../../src/index.ts';
import { asIssues } from '../../src/validation/validation-details.ts';
import { anyString, isStorable, separators, storableLine, storableString } from '../arbitraries.ts';
import { issuesOf } from '../rejection.ts';

const notStorable = 'Contém caracteres inválidos';
const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  issuesOf(schema, value).map(({ message }) => message);
const unstorable = ['\0', 'a\0b', '\ud800', '\udfff', 'a\ud83d', '\ude00a', '\ude00\ud83d', '\ud83d\ud83d\ude00'];

/** As the contract and PostgreSQL count: an emoji is one character. */
const lengthOf = (value: string): number => [...value].length;

describe('text', () => {
  it('is kept as sent, up to its maximum', () => {
    fc.assert(fc.property(storableString, (value) => text(lengthOf(value)).parse(value) === value));
    expect(text(3).parse(' \n ')).toBe(' \n ');
    expect(text(1).parse('😀')).toBe('😀');
  });

  it('beyond its maximum is too long', () => {
    fc.assert(
      fc.property(
        storableString.filter((value) => value !== ''),
        (value) => {
          expect(issuesOf(text(lengthOf(value) - 1), value)).toMatchObject([{ code: 'too_big' }]);
        },
      ),
    );
  });

  it('is refused exactly if PostgreSQL could not store it', () => {
    fc.assert(
      fc.property(anyString, (value) => {
        expect(messagesOf(text(100), value)).toEqual(isStorable(value) ? [] : [notStorable]);
      }),
    );
  });

  it.each(unstorable)('refuses %j', (value) => {
    expect(messagesOf(text(10), value)).toEqual([notStorable]);
    expect(messagesOf(line(0, 10), value)).toEqual([notStorable]);
    expect(messagesOf(line(0, 10), `  ${value}  `)).toEqual([notStorable]);
  });

  it.each(['😀', '\u0001', '\u007f', '\ufeff', '\uffff', '\u{10ffff}', "'; drop table", '%_\\'])(
    'takes %j',
    (value) => {
      expect(text(20).parse(value)).toBe(value);
      expect(line(0, 20).parse(`x${value}x`)).toBe(`x${value}x`);
    },
  );

  it.each(separators)('takes %j, a line does not', (value) => {
    expect(text(20).parse(value)).toBe(value);
    expect(messagesOf(line(0, 20), `x${value}x`)).toEqual([notStorable]);
  });
});

describe('line', () => {
  it('is trimmed, then measured, and has one normal form', () => {
    fc.assert(
      fc.property(storableLine, fc.constantFrom('', ' ', '\t\n', '\u00a0'), (value, blank) => {
        // A visible character, without which a line is refused.
        const trimmed = `x${value.trim()}`;
        const length = lengthOf(trimmed);
        const schema = line(length, length);
        expect(schema.parse(blank + trimmed + blank)).toBe(trimmed);
        expect(schema.parse(schema.parse(trimmed))).toBe(trimmed);
        expect(issuesOf(line(length + 1, 100), blank + trimmed)).toMatchObject([{ code: 'too_small' }]);
      }),
    );
  });

  it('is refused exactly if what remains could not be stored, or has the separators of searched texts', () => {
    fc.assert(
      fc.property(anyString, (value) => {
        const isLine = isStorable(value) && !separators.some((one) => value.includes(one));
        expect(messagesOf(line(0, 100), value)).toEqual(isLine ? [] : [notStorable]);
      }),
    );
  });
});

describe('a name or a code', () => {
  const invisible = 'Deve ter pelo menos um caractere visível';

  it.each(['\u200b\u200b\u200b', '\u00ad \u2060', '\u3164', '\u2800', '\u200e\ufe0f', '\u0001'])(
    'of invisible characters is refused: %j',
    (value) => {
      expect(messagesOf(line(1, 20), value)).toEqual([invisible]);
    },
  );

  it.each(['a\u200b', '❤\ufe0f', '👩\u200d💻', '\u{1f1e7}\u{1f1f7}', '.', 'שלום', '\ue000', 'x\u0001'])(
    'with a visible character is kept as it is: %j',
    (value) => {
      expect(line(1, 20).parse(value)).toBe(value);
    },
  );

  it('that is too short is not called invisible, too', () => {
    expect(messagesOf(line(1, 20), ' ')).toEqual(['Deve ter pelo menos 1 caractere']);
  });
});

describe('blankAsEmpty', () => {
  const schema = z.object({ campo: blankAsEmpty(line(2, 5)) }).partial();

  it('reads null and blanks as the empty text, and leaves what is not sent alone', () => {
    for (const campo of [null, '', ' \t ']) expect(schema.parse({ campo })).toEqual({ campo: '' });
    expect(Object.keys(schema.parse({}))).toEqual([]);
  });

  it('changes nothing else: neither values nor issues', () => {
    fc.assert(
      fc.property(
        fc
          .oneof(anyString, fc.jsonValue())
          .filter((value) => value !== null && (typeof value !== 'string' || value.trim() !== '')),
        (value) => {
          const plain = z.object({ campo: line(2, 5) });
          expect(asIssues(issuesOf(schema, { campo: value }))).toEqual(asIssues(issuesOf(plain, { campo: value })));
          expect(schema.safeParse({ campo: value }).data).toEqual(plain.safeParse({ campo: value }).data);
        },
      ),
    );
  });
});

describe('recordId', () => {
  const nil = '00000000-0000-0000-0000-000000000000';

  it('keeps every UUID, whatever its version, in lower case', () => {
    const hexadecimal = (length: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });
    const uuid = fc.tuple(...[8, 4, 4, 4, 12].map(hexadecimal)).map((parts) => parts.join('-'));
    fc.assert(fc.property(fc.oneof(uuid, fc.uuid()), (id) => recordId.parse(id) === id.toLowerCase()));
  });

  it('reads everything else as the id that no record has', () => {
    fc.assert(fc.property(fc.oneof(anyString, fc.anything()), (value) => recordId.parse(value) === nil));
    for (const value of [
      '',
      'x',
      `${nil}0`,
      `{${nil}}`,
      nil.replaceAll('-', ''),
      ` ${nil}`,
      `${nil}\n`,
      `urn:uuid:${nil}`,
    ])
      expect(recordId.parse(value)).toBe(nil);
  });
});
