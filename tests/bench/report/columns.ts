import { titles } from '../cells.ts';
import type { Goal } from '../goals.ts';
import { type CellResult, serverCpu } from '../results.ts';
import type { Column } from './table.ts';

export const whole = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en');

export const millis = (value: number | undefined): string => {
  if (value === undefined || Number.isNaN(value)) return '';
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
};

const cpu = (title: string, name: string): Column<CellResult> => ({ title, value: (row) => whole(row.cpu[name]) });

const loadCpu = (row: CellResult): number | undefined => row.cpu.generator ?? row.cpu.pgbench;

export const cellColumns: Column<CellResult>[] = [
  { title: 'scenario', value: ({ scenario }) => titles[scenario] ?? scenario, text: true },
  { title: 'target', value: ({ target }) => target, text: true },
  { title: 'per second', value: ({ rps }) => whole(rps) },
  { title: 'p50 ms', value: ({ open }) => millis(open?.latency.p50) },
  { title: 'p99', value: ({ open }) => millis(open?.latency.p99) },
  { title: 'p99.9', value: ({ open }) => millis(open?.latency.p999) },
  { title: 'at rate', value: ({ open }) => whole(open?.rate) },
  { title: 'sent late, p99 ms', value: ({ open }) => millis(open?.ownLateness) },
  cpu('CPU µs: gateway', 'gateway'),
  cpu('sales', 'sales'),
  cpu('clients', 'clients'),
  cpu('catalog', 'catalog'),
  cpu('NATS', 'nats'),
  cpu('Redis', 'redis'),
  cpu('baseline', 'baseline'),
  cpu('nginx', 'nginx'),
  cpu('PostgreSQL', 'postgres'),
  { title: 'all', value: (row) => whole(serverCpu(row)) },
  { title: 'load generator', value: (row) => whole(loadCpu(row)) },
  { title: 'errors', value: ({ errors }) => String(errors) },
];

const verdict = ({ met }: Goal): string => {
  if (met === undefined) return '–';
  return met ? 'met' : '**not met**';
};

export const goalColumns: Column<Goal>[] = [
  { title: 'figure', value: ({ figure }) => figure, text: true },
  { title: 'goal', value: ({ goal }) => goal, text: true },
  { title: 'measured', value: ({ measured }) => measured, text: true },
  { title: '', value: verdict, text: true },
];
