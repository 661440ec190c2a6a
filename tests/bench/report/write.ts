import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Goal, judge } from '../goals.ts';
import type { Results } from '../results.ts';
import { charts } from './charts.ts';
import { cellColumns, goalColumns } from './columns.ts';
import { markdown } from './markdown.ts';
import { plainTable } from './table.ts';

/** Prints the tables and writes everything: figures as JSON, a page as Markdown, and its charts. */
export const report = (results: Results, folder: string, name: string): readonly Goal[] => {
  const goals = judge(results);
  const cells = [...results.cells, ...results.tracing];
  console.log(`\n${plainTable(cellColumns, cells)}\n\n${plainTable(goalColumns, goals)}`);
  for (const broken of results.broken) console.log(`broken: ${broken}`);
  for (const { firstError, target, scenario } of cells) {
    if (firstError) console.log(`${target} ${scenario}: ${firstError}`);
  }
  mkdirSync(folder, { recursive: true });
  const write = (kind: string, content: string): void => writeFileSync(join(folder, `${name}.${kind}`), content);
  write('json', `${JSON.stringify({ ...results, goals }, rounded, 1)}\n`);
  write('md', markdown(results, goals, name));
  write('svg', charts(results));
  console.log(`\nWritten to ${relative('.', join(folder, name))}.{json,md,svg}`);
  return goals;
};

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
