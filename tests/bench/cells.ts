import { type Block, crowd, hot } from './fill/blocks.ts';

/**
 * Who is asked: the product by its gateway; the same while it traces every request; one of its services without the
 * gateway; that service through nginx; PostgreSQL alone.
 */
export type Target = 'product' | 'traced' | 'baseline' | 'service' | 'nginx' | 'pgbench';

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
  'search-selective': 'search clients, finds one',
  'search-broad': 'search clients, finds 50',
  'update-client': 'update client',
  'rename-client': 'rename client',
  'delete-sale': 'delete sale',
  'rejected-key': 'rejected key',
  'mixed-day': 'mixed day',
  'small-reply': 'a small reply through a proxy',
};

export const scenarios = Object.keys(titles);

/** The one that only proxies are asked. */
export const proxied = 'small-reply';

export const blockOf = (scenario: string): Block => (scenario === 'create-sale-hot' ? hot : crowd);

const limits: Cell[] = [
  { target: 'traced', scenario: 'list-sales' },
  { target: 'traced', scenario: 'create-sale' },
  { target: 'traced', scenario: 'mixed-day' },
  { target: 'nginx', scenario: 'small-reply' },
  { target: 'service', scenario: 'list-sales' },
  { target: 'service', scenario: 'create-sale' },
  { target: 'nginx', scenario: 'list-sales' },
  { target: 'nginx', scenario: 'read-sale' },
  { target: 'pgbench', scenario: 'list-sales' },
  { target: 'pgbench', scenario: 'create-sale' },
  { target: 'pgbench', scenario: 'create-sale-hot' },
];

/** Whoever is compared is measured one after the other. */
export const allCells: Cell[] = scenarios.flatMap((scenario) => [
  { target: 'product' as const, scenario },
  ...(scenario === proxied ? [] : [{ target: 'baseline' as const, scenario }]),
  ...limits.filter((cell) => cell.scenario === scenario),
]);

export const nameOf = ({ target, scenario }: Cell): string => `${target} ${scenario}`;
