import { type Block, crowd, hot } from './fill/blocks.ts';

/**
 * What is under load: the product through its gateway; the baseline; the service sales through nginx instead of the
 * gateway; PostgreSQL alone; and, by turns on servers of their own, the product while it traces no request, every
 * request, or one in ten.
 */
export type Target = 'product' | 'baseline' | 'nginx' | 'pgbench' | 'untraced' | 'traced' | 'traced-tenth';

/** One scenario on one target: a row of the results. */
export interface Cell {
  target: Target;
  scenario: string;
}

export const titles: Record<string, string> = {
  'list-sales': 'list sales (20 rows)',
  'read-sale': 'read one sale',
  'create-sale': 'create sale (3 items), 100 companies',
  'create-sale-hot': 'create sale (3 items), one company',
  'list-clients': 'list clients (20 rows)',
  'search-clients': 'search clients, finds one',
  'update-client': 'update client',
  'rename-client': 'rename client',
  'delete-sale': 'delete sale',
  'mixed-day': 'mixed day',
  'stub-reply': 'a small reply from a stub service',
};

export const scenarios = Object.keys(titles);

/** Measures proxies only. */
export const stubScenario = 'stub-reply';

/** Measured for throughput and CPU only: no goal is about their latency. */
const withoutLatency = ['create-sale-hot', 'rename-client', stubScenario];
export const hasLatency = (scenario: string): boolean => !withoutLatency.includes(scenario);

export const tracedScenarios = ['list-sales', 'create-sale', 'mixed-day'];

export const blockOf = (scenario: string): Block => (scenario === 'create-sale-hot' ? hot : crowd);

const limits: Cell[] = [
  { target: 'nginx', scenario: stubScenario },
  { target: 'nginx', scenario: 'list-sales' },
  { target: 'pgbench', scenario: 'list-sales' },
  { target: 'pgbench', scenario: 'create-sale' },
];

const targetsOf = (scenario: string): Target[] => [
  'product',
  ...(scenario === stubScenario ? [] : ['baseline' as const]),
  ...limits.filter((cell) => cell.scenario === scenario).map(({ target }) => target),
];

export const allCells: Cell[] = scenarios.flatMap((scenario) =>
  targetsOf(scenario).map((target) => ({ target, scenario })),
);

export const tracingCells: Cell[] = tracedScenarios.flatMap((scenario) =>
  (['untraced', 'traced', 'traced-tenth'] as const).map((target) => ({ target, scenario })),
);

export const nameOf = ({ target, scenario }: Cell): string => `${target} ${scenario}`;
