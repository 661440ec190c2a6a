import { callWithin } from '@representa/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains } from '../src/index.ts';
import { sql } from '../src/statement.ts';
import { useDatabase } from './database.ts';

const { database } = useDatabase({ connections: 2 });

const finds = async (text: string, part: string): Promise<boolean> => {
  const [row] = await database.within(
    callWithin(5_000),
    sql<[{ found: boolean }]>`
      select ${contains(part)} as found from (select fold(${text}) as search_text) record`,
  );
  return row.found;
};

/** Text with many of the characters that LIKE, escaping and folding treat in a special way. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom('%', '_', '\\', "'", 'ã', 'Ç', 'ß', '％', '＿', '＼', 'A', 'b', ' '),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

test('a text is found by each of its parts, whatever characters they are made of', async () => {
  await fc.assert(
    fc.asyncProperty(tricky, tricky, tricky, async (before, part, after) => {
      expect(await finds(before + part + after, part)).toBe(true);
    }),
  );
});

/** Long enough that the index is asked for a part of its trigrams only. */
const words = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z0-9]{1,9}$/), fc.constantFrom(' ', ' & ', '-', '_', '% ', '\\')), {
    minLength: 3,
    maxLength: 8,
  })
  .map((parts) => parts.flat().join(''));

test('a text of many words is found by any long part of it, and by nothing that only resembles one', async () => {
  await fc.assert(
    fc.asyncProperty(words, fc.nat(), fc.integer({ min: 12, max: 40 }), async (text, from, length) => {
      const start = from % text.length;
      const part = text.slice(start, start + length);
      expect(await finds(`Loja ${text}`, part)).toBe(true);
      expect(await finds(`Loja ${text}`, `${part.slice(0, 5)}#${part.slice(5)}`)).toBe(false);
    }),
  );
});

test('the signs of LIKE stand for themselves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('%', '_', '\\', '％', '＿', '＼'),
      fc.stringMatching(/^[a-z]{1,10}$/),
      async (sign, word) => {
        expect(await finds(word, sign)).toBe(false);
        expect(await finds(word, `${word[0]}${sign}`)).toBe(false);
      },
    ),
  );
});

test.each([
  ['Padaria Pão Quente', 'PAO', true],
  ['SÃO JOSÉ', 'são jose', true],
  ['Straße', 'STRASSE', true],
  ['100%', '0%', true],
  ['1000', '0%', false],
])('%s is found by %s: %s', async (text, part, found) => expect(await finds(text, part)).toBe(found));
