import { startTestDatabase, type TestDatabase } from '@representa/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPostgres, type Database } from '../src/index.ts';

let database: TestDatabase;
let sql: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  sql = connectPostgres({
    url: database.databaseUrl('clients'),
    schema: 'clients',
    connections: 2,
    statementTimeoutMs: 5_000,
  });
});
afterAll(async () => {
  await sql.end();
  await database.stop();
});

const finds = async (text: string, part: string): Promise<boolean> => {
  const [row] = await sql<[{ found: boolean }]>`select fold(${text}) like containing(${part}) as found`;
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
