import postgres, { type Sql } from 'postgres';
import { titles } from './cells.ts';
import { crowd } from './fill/blocks.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { FilledDatabase, Product } from './product.ts';
import type { Settings } from './settings.ts';
import { median } from './statistics.ts';

/** A write with and without a part of what it does, per second: the median of the rounds. */
export interface WriteCost {
  part: Part;
  scenario: string;
  whole: number;
  without: number;
  errors: number;
  firstError: string | undefined;
}

export type Part = 'audit' | 'changes';

export const writeCosts: Record<Part, { what: string; scenarios: string[] }> = {
  audit: { what: 'the audit', scenarios: ['create-sale', 'update-client'] },
  changes: {
    what: 'what followers and histories read',
    scenarios: ['create-sale', 'update-sale', 'update-client', 'delete-sale'],
  },
};

/** No other part of the benchmark changes sales: the baseline cannot. */
export const titleOf = (scenario: string): string => titles[scenario] ?? 'change the code of a sale';

/** By function: its body without the part. */
type Cuts = Record<string, (body: string) => string>;

/** The rest of a write needs numbers that are unique and grow: a batch of sales takes up to 200. */
const freeNumber = "nextval('bench_change')";
/** And relies on being the only one of its company. */
const lockCompany = 'perform pg_advisory_xact_lock(hashtextextended(p_empresa_id::text, 0));';

const without = (pattern: RegExp, replacement: string) => (body: string) => {
  if (!pattern.test(body)) throw new Error(`a function no longer has ${pattern}`);
  return body.replace(pattern, replacement);
};

const cuts: Record<Part, Cuts> = {
  audit: { audit: () => ' begin return p_numero; end ' },
  changes: {
    note_change: () => ' begin return null; end ',
    create_sales: without(/insert into change_sequence[^;]*;/, `${lockCompany} new_change := 1000 * ${freeNumber};`),
    write_sale: (body) =>
      without(/insert into sale_history[^;]*;/, '')(without(/insert into tombstone[^;]*;/, '')(body)),
  },
};

const schemas = ['sales', 'clients'];

/** Far above the numbers that companies have. */
const makeFreeNumbers = async (sql: Sql): Promise<void> => {
  for (const schema of schemas) {
    await sql.unsafe(`create sequence ${schema}.bench_change start 1000000000`);
    await sql.unsafe(`grant usage on sequence ${schema}.bench_change to ${schema}`);
  }
};

/** Without the part, and whole again. */
export const openPart = async (sql: Sql, part: Part) => {
  const functions = await sql<{ name: string; schema: string; definition: string; body: string }[]>`
    select proname as name, nspname as schema, pg_get_functiondef(pg_proc.oid) as definition, prosrc as body
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where proname = any (${Object.keys(cuts[part])}) and nspname = any (${schemas})`;
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.unsafe(statement);
  };
  /** A function in SQL is checked when it is made: with the tables of its schema. */
  const create = ({ schema }: { schema: string }, definition: string): string =>
    `set search_path to ${schema}, extensions; ${definition}`;
  return {
    cut: () =>
      run(
        functions.map((one) =>
          create(
            one,
            one.definition.replace(one.body, () => cuts[part][one.name]?.(one.body) ?? one.body),
          ),
        ),
      ),
    restore: () => run(functions.map((one) => create(one, one.definition))),
  };
};

/** Audits and feeds have holes afterwards, so this comes after the data was checked. */
export const measureWriteCosts = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<WriteCost[]> => {
  const sql = openAdmin(product.database);
  let seed = 7_000_000;
  // Beyond the sales that earlier measurements deleted.
  let deleted = 500;
  const run = async (scenario: string, seconds: number): Promise<Measurement> => {
    const measured = await measureHttp(product, {
      ...{ scenario, seconds, port: product.processes.gateway.port, connections: settings.connections },
      ...{ block: crowd, deleted, seed: seed++ * 1_000_003 },
    });
    deleted = measured.deleted;
    return measured;
  };

  const measureOne = async (part: Part, scenario: string): Promise<WriteCost> => {
    const { cut, restore } = await openPart(sql, part);
    await run(scenario, settings.warmUpSeconds);
    const whole: Measurement[] = [];
    const less: Measurement[] = [];
    try {
      for (let round = 1; round <= settings.writeCostRounds; round++) {
        log(`${writeCosts[part].what}: ${titleOf(scenario)}, round ${round} of ${settings.writeCostRounds}`);
        await cut();
        less.push(await run(scenario, settings.closedSeconds));
        await restore();
        whole.push(await run(scenario, settings.closedSeconds));
      }
    } finally {
      await restore();
    }
    const all = [...whole, ...less];
    return {
      part,
      scenario,
      whole: median(whole.map(({ rps }) => rps)),
      without: median(less.map(({ rps }) => rps)),
      errors: all.reduce((sum, { errors }) => sum + errors, 0),
      firstError: all.find(({ firstError }) => firstError)?.firstError,
    };
  };

  try {
    await makeFreeNumbers(sql);
    const costs: WriteCost[] = [];
    for (const [part, { scenarios }] of Object.entries(writeCosts))
      for (const scenario of scenarios) costs.push(await measureOne(part as Part, scenario));
    return costs;
  } finally {
    await sql.end();
  }
};

const openAdmin = ({ url }: FilledDatabase): Sql => postgres(url, { max: 1, onnotice: () => {} });
