import type { BulkResult } from '../bulk.ts';
import { type Goal, nodeProcesses } from '../goals.ts';
import type { Curve, Point } from '../growth.ts';
import type { Machine } from '../machine.ts';
import type { ReplicasPoint } from '../replicas.ts';
import type { ReportResult } from '../reports.ts';
import type { Results } from '../results.ts';
import { cellColumns, goalColumns, millis, whole } from './columns.ts';
import { type Column, markdownTable } from './table.ts';

const described = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const machineLines = ({
  date,
  cpu,
  cores,
  memoryGb,
  system,
  programs,
  durability,
  loadBefore,
  stolenPercent,
}: Machine): string =>
  [
    `- ${date}; ${cores} × ${cpu}, ${memoryGb} GB; ${system}`,
    `- ${described(programs)}`,
    `- PostgreSQL: ${described(durability)}`,
    `- load average before the run ${loadBefore.toFixed(2)}; ${stolenPercent.toFixed(1)} % of the machine's time went to other guests of its host`,
  ].join('\n');

interface GrowthRow {
  operation: string;
  curve: Curve;
}

const growthTable = (title: string, curves: readonly Curve[], show: (point: Point) => string): string => {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ size }) => size)))].sort((a, b) => a - b);
  const columns: Column<GrowthRow>[] = [
    { title, value: ({ operation }) => operation, text: true },
    ...sizes.map((size) => ({
      title: `at ${whole(size)}`,
      value: ({ curve }: GrowthRow) => {
        const point = curve.points.find((one) => one.size === size);
        return point ? show(point) : '';
      },
    })),
  ];
  return markdownTable(
    columns,
    curves.map((curve) => ({ operation: curve.operation, curve })),
  );
};

const bulkTable = ({ bulk }: Results): string =>
  markdownTable<BulkResult>(
    [
      { title: 'file', value: ({ operation }) => operation, text: true },
      { title: 'records', value: ({ records }) => whole(records) },
      { title: 'seconds', value: ({ seconds }) => seconds.toFixed(1) },
      { title: 'most memory of the service, MB', value: ({ peakMb }) => whole(peakMb) },
    ],
    bulk,
  );

const replicasTable = ({ replicas }: Results): string =>
  markdownTable<ReplicasPoint>(
    [
      { title: 'replicas', value: (point) => String(point.replicas) },
      { title: 'per second', value: ({ rps }) => whole(rps) },
      { title: 'share of each over HTTP, %', value: ({ shares }) => shares.http.map(whole).join(', ') },
      { title: 'over NATS, %', value: ({ shares }) => shares.nats.map(whole).join(', ') },
      { title: 'cores in use', value: ({ cores }) => cores.toFixed(2) },
      { title: 'errors', value: ({ errors }) => String(errors) },
    ],
    replicas,
  );

const memoryTable = ({ memory: { samples, peak } }: Results): string => {
  const at = (share: number) => samples[Math.floor(share * (samples.length - 1))]?.memory ?? {};
  const columns: Column<string>[] = [
    { title: 'MB', value: (name) => name, text: true },
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => ({
      title: `at ${share * 100} %`,
      value: (name: string) => whole(at(share)[name]),
    })),
    { title: 'peak', value: (name) => whole(peak[name]) },
  ];
  return markdownTable(columns, [...nodeProcesses, 'baseline', 'nats', 'redis', 'generator']);
};

const section = (title: string, ...paragraphs: string[]): string => [`## ${title}`, ...paragraphs].join('\n\n');

/** A section, if this run measured something for it. */
const when = (rows: readonly unknown[], title: string, text: string, table: () => string): string[] =>
  rows.length > 0 ? [section(title, ...(text ? [text] : []), table())] : [];

export const markdown = (results: Results, goals: readonly Goal[], name: string): string =>
  `${[
    `# Results of \`npm run bench\` (${results.kind}, ${whole(results.seconds)} s)`,
    machineLines(results.machine),
    section('Goals', markdownTable(goalColumns, goals)),
    ...when(
      results.cells,
      'Scenarios',
      "Requests per second: closed loop on keep-alive connections, median of the rounds. Latency: open loop at half of the product's capacity, from the moment a request was due, median of the rounds. CPU: microseconds per request under full load. The load generator (or pgbench) shares the two cores.",
      () => markdownTable(cellColumns, results.cells),
    ),
    ...when(
      results.growth,
      'Growth of one company that is alone in its database',
      `One request at a time, through the gateway. The company has as many sales as clients. The smaller sizes were created through the API, the larger ones in bulk (settings.ts). No analyze or vacuum but autovacuum's.`,
      () =>
        [
          growthTable(
            'p50 (p99) in ms',
            results.growth,
            ({ latency: { p50, p99 } }) => `${millis(p50)} (${millis(p99)})`,
          ),
          growthTable('CPU of PostgreSQL in µs', results.growth, ({ postgresCpu }) => whole(postgresCpu)),
        ].join('\n\n'),
    ),
    ...when(
      results.tracing,
      'Tracing',
      'The same four processes three times on one set of servers, by turns: without traces, with a trace of every request, and with a trace of one in ten. A sink on this machine takes the traces.',
      () => markdownTable(cellColumns, results.tracing),
    ),
    ...when(results.bulk, 'Files of one company', 'One at a time, through the gateway.', () => bulkTable(results)),
    ...when(
      results.reports,
      'Reports of a company with 100,000 sales',
      'Three years of sales, 5,000 clients, 500 products. One request at a time, through the gateway.',
      () =>
        markdownTable<ReportResult>(
          [
            { title: 'report', value: ({ name }) => name, text: true },
            { title: 'p50 ms', value: ({ latency }) => millis(latency.p50) },
            { title: 'p99', value: ({ latency }) => millis(latency.p99) },
            { title: 'CPU ms', value: ({ cpu }) => millis(cpu) },
          ],
          results.reports,
        ),
    ),
    ...when(
      results.replicas,
      'Replicas of sales',
      'Create sale through one gateway. Each replica may use 0.15 of a core; the cores in use tell when the machine is the limit. The shares were measured before the replicas were limited: of created sales (HTTP) and of renamed clients (NATS).',
      () => replicasTable(results),
    ),
    ...when(results.memory.samples, 'Memory over the run', '', () => memoryTable(results)),
    ...when(results.broken, 'Broken rules', '', () => results.broken.join('\n')),
    `![charts](${name}.svg)`,
  ].join('\n\n')}\n`;
