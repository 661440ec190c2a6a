import { type Block, crowd, hot } from './fill/blocks.ts';

/** What is under load: the product through its gateway, and the monolith that it is compared with. */
export const targets = ['product', 'baseline'] as const;
export type Target = (typeof targets)[number];

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
};

export const scenarios = Object.keys(titles);

/** Measured for throughput and CPU only. */
export const hasLatency = (scenario: string): boolean => !['create-sale-hot', 'rename-client'].includes(scenario);

export const blockOf = (scenario: string): Block => (scenario === 'create-sale-hot' ? hot : crowd);

export const nameOf = ({ target, scenario }: Cell): string => `${target} ${scenario}`;
