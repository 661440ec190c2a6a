import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const idPattern = /\b[A-Z]+-\d{2}\b/g;

const titles = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...read(name).matchAll(/^ *'?.*\[([A-Z]+-\d{2})\]/gm)].map((match) => match[1] ?? ''));

/** Only the cells of the last column hold ids. */
const rows = read('COVERAGE.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[ -]*\|[-| ]*$/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const covering = rows.map((cells) => cells.at(-1) ?? '').filter((cell) => cell !== 'Tests');

test('[COV-01] every test id is used once', () => {
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((id, i) => titles.indexOf(id) !== i)).toEqual([]);
});

test('[COV-02] the table names exactly the tests that exist', () => {
  const named = new Set(covering.flatMap((cell) => cell.match(idPattern) ?? []));
  expect([...named].filter((id) => !titles.includes(id))).toEqual([]);
  expect(titles.filter((id) => !named.has(id))).toEqual([]);
});

test('[COV-03] every rule has tests, or says why not', () => {
  const bare = rows.filter((cells) => !/[A-Z]+-\d{2}|^later|^not from outside/.test(cells.at(-1) ?? ''));
  expect(bare.filter((cells) => cells.at(-1) !== 'Tests')).toEqual([]);
});

test('[COV-04] every decision has a row', () => {
  const decisions = new Set(rows.map(([first = '']) => /^D\d+/.exec(first)?.[0]).filter(Boolean));
  expect([...decisions].sort()).toEqual(Array.from({ length: 26 }, (_, i) => `D${i + 1}`).sort());
});
