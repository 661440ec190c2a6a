import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { titles } from './cells.ts';
import type { Curve } from './growth.ts';
import { type CellResult, findCell, type Results, serverCpu } from './results.ts';

type Row = Record<string, string>;

const whole = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en');
const millis = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0));
const ratio = (a: number | undefined, b: number | undefined): string =>
  a === undefined || b === undefined ? '' : `${(a / b).toFixed(2)} ×`;

/** The product beside its baseline. */
const ratios = (results: Results): Row[] =>
  Object.entries(titles).flatMap(([scenario, title]) => {
    const [own, other] = [findCell(results, 'product', scenario), findCell(results, 'baseline', scenario)];
    if (!own || !other) return [];
    return {
      'product / baseline': title,
      'per second': ratio(own.rps, other.rps),
      p50: ratio(own.open?.latency.p50, other.open?.latency.p50),
      p99: ratio(own.open?.latency.p99, other.open?.latency.p99),
      CPU: ratio(serverCpu(own), serverCpu(other)),
    };
  });

const processes = ['gateway', 'sales', 'clients', 'catalog', 'baseline', 'nats', 'redis', 'postgres'];

const cellRow = (cell: CellResult): Row => ({
  scenario: titles[cell.scenario] ?? '',
  target: cell.target,
  'per second': whole(cell.rps),
  'p50 ms': millis(cell.open?.latency.p50),
  p99: millis(cell.open?.latency.p99),
  'p99.9': millis(cell.open?.latency.p999),
  'at rate': whole(cell.open?.rate),
  'sent late, p99 ms': millis(cell.open?.ownLateness),
  ...Object.fromEntries(processes.map((name) => [`${name}, CPU µs`, whole(cell.cpu[name])])),
  'all CPU': whole(serverCpu(cell)),
  errors: String(cell.errors),
});

const worst = (slowdowns: readonly number[]): string => (slowdowns.length > 0 ? ratio(Math.max(...slowdowns), 1) : '');

const growthRow = ({ operation, points }: Curve): Row => ({
  'p50 (p99) in ms': operation,
  ...Object.fromEntries(
    points.map(({ size, latency }) => [`at ${whole(size)}`, `${millis(latency.p50)} (${millis(latency.p99)})`]),
  ),
  'PostgreSQL, CPU µs': whole(points.at(-1)?.postgresCpu),
  'slowdown, worst size': worst(points.flatMap(({ slowdown }) => slowdown ?? [])),
});

const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap(Object.keys))];

const plainTable = (rows: readonly Row[]): string => {
  const columns = columnsOf(rows);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const markdownTable = (rows: readonly Row[]): string => {
  const columns = columnsOf(rows);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? '')));
  return [line(columns), line(columns.map((_, i) => (i === 0 ? '---' : '---:'))), ...body].join('\n');
};

/** Prints the tables, and writes them to `<name>.md`. */
export const report = (results: Results, folder: string, name: string): void => {
  const { machine, kind, seconds, broken, memory, cells } = results;
  const tables: [title: string, rows: Row[]][] = [
    ['Beside the baseline', ratios(results)],
    ['Scenarios', cells.map(cellRow)],
    ['Growth of one company that is alone in its database', results.growth.map(growthRow)],
    ['Memory, MB', cells.length > 0 ? [Object.fromEntries(processes.map((one) => [one, whole(memory[one])]))] : []],
  ];
  const shown = tables.filter(([, rows]) => rows.length > 0);
  for (const [title, rows] of shown) console.log(`\n${title}\n\n${plainTable(rows)}`);
  const faults = [
    ...broken.map((rule) => `broken: ${rule}`),
    ...cells.flatMap((cell) => (cell.firstError ? `${cell.target} ${cell.scenario}: ${cell.firstError}` : [])),
  ];
  for (const fault of faults) console.log(fault);
  const page = [
    `# Results of \`npm run bench\` (${kind}, ${whole(seconds)} s)`,
    machine.lines.map((line) => `- ${line}`).join('\n'),
    ...shown.map(([title, rows]) => `## ${title}\n\n${markdownTable(rows)}`),
    ...(faults.length > 0 ? [`## Faults\n\n${faults.join('\n')}`] : []),
  ];
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.md`);
  writeFileSync(file, `${page.join('\n\n')}\n`);
  console.log(`\nWritten to ${relative('.', file)}`);
};
