import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const idPattern = /\b[A-Z]+-\d{2}\b/g;

const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...read(name).matchAll(/^ *'?.*\[([A-Z]+-\d{2})\]/gm)].map((match) => match[1] ?? ''));

/** The last column names the tests. */
const rows = read('COVERAGE.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[ -]*\|[-| ]*$/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const testCells = rows.map((cells) => cells.at(-1) ?? '').filter((cell) => cell !== 'Tests');

test('[COV-01] every test id is used once', () => {
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test('[COV-02] the tables name exactly the tests that exist', () => {
  const named = new Set(testCells.flatMap((cell) => cell.match(idPattern) ?? []));
  expect([...named].filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
});

test('[COV-03] every rule has tests, or a reason why it has none', () => {
  const untested = rows.filter((cells) => !/[A-Z]+-\d{2}|^not from outside/.test(cells.at(-1) ?? ''));
  expect(untested.filter((cells) => cells.at(-1) !== 'Tests')).toEqual([]);
});

test('[COV-04] every decision about the interface has a row', () => {
  const [, theInterface = ''] = read('../../docs/decisions.md').split(/^## /m);
  const decisions = [...theInterface.matchAll(/^(\d+)\. /gm)].map(([, number]) => `decision ${number}`);
  expect(decisions.length).toBeGreaterThan(20);
  const named = new Set(rows.map(([first = '']) => first).filter((first) => first.startsWith('decision ')));
  expect([...named]).toEqual(decisions);
});
