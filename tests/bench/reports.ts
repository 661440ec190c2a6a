import type { Block } from './fill/blocks.ts';
import { fillForReports } from './fill/fill.ts';
import { measureHttp } from './measure.ts';
import type { Product } from './product.ts';
import type { Settings } from './settings.ts';
import { type Latency, latencyOf } from './statistics.ts';

export interface ReportResult {
  name: string;
  latency: Latency;
  /** Milliseconds of all processes but the load generator, per request: what the latency is on an idle machine. */
  cpu: number;
  errors: number;
}

/** A large company: three years of sales. */
const company: Block = { first: 1, last: 1, clients: 5_000, sales: 100_000 };
const years = 3;

const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const salesBy = (por: string, days: number): string =>
  `/reports/sales?por=${por}&de=${daysAgo(days)}&ate=${daysAgo(0)}`;

const reports: Record<string, string> = {
  'sales by month, three years': salesBy('mes', 365 * years),
  'sales by client, three years': salesBy('cliente', 365 * years),
  'sales by state, three years': salesBy('estado', 365 * years),
  'sales by product, half a year': salesBy('produto', 183),
  'clients who stopped buying': '/reports/clients?sem_compra_ha=30',
  'route of a weekday, 100 clients': '/reports/route?dia=segunda&limit=100',
  'commissions, a page': '/commissions?limit=100',
  'commissions, summary of a month': `/commissions/summary?mes=${daysAgo(0).slice(0, 7)}`,
};
export const reportNames = Object.keys(reports);

const warmUps = 3;
const requestsEach = 10;

/** One request at a time, through the gateway. */
export const measureReports = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<ReportResult[]> => {
  log(`reports: filling a company with ${company.sales} sales`);
  await fillForReports(product.database, company, years);
  const { port } = product.processes.gateway;
  const run = (path: string, requests: number) =>
    measureHttp(product, {
      ...{ scenario: 'get-path', path, port, block: company, requests },
      ...{ connections: 1, seconds: Number.POSITIVE_INFINITY, seed: 1, deleted: 0 },
    });
  const results: ReportResult[] = [];
  for (const [name, path] of Object.entries(reports)) {
    log(`reports: ${name}`);
    await run(path, warmUps);
    const { latencies, cpu, done, errors } = await run(path, requestsEach * settings.growthRounds);
    const { generator: _own, ...servers } = cpu;
    const micros = Object.values(servers).reduce((sum, one) => sum + one, 0);
    results.push({ name, latency: latencyOf([latencies]), cpu: micros / 1_000 / done, errors });
  }
  return results;
};
