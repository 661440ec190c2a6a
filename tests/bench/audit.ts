import postgres from 'postgres';
import { titles } from './cells.ts';
import { crowd } from './fill/blocks.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { FilledDatabase, Product } from './product.ts';
import type { Settings } from './settings.ts';
import { median } from './statistics.ts';

/** A write with and without its entry in the audit, per second: the median of the rounds. */
export interface AuditCost {
  scenario: string;
  audited: number;
  unaudited: number;
  errors: number;
  firstError: string | undefined;
}

const schemas = ['sales', 'clients'];
export const auditedScenarios = ['create-sale', 'update-client'];

/** The function of libs/audit that writes an entry, as it is, and as one that writes nothing. */
const openAudit = async ({ url }: FilledDatabase) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const own = await sql<{ definition: string; body: string }[]>`
    select pg_get_functiondef(pg_proc.oid) as definition, prosrc as body
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where proname = 'audit' and nspname = any (${schemas})`;
  if (own.length !== schemas.length) throw new Error('the function audit() is not where it was');
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.unsafe(statement);
  };
  return {
    on: () => run(own.map(({ definition }) => definition)),
    off: () => run(own.map(({ definition, body }) => definition.replace(body, ' begin end '))),
    end: () => sql.end(),
  };
};

/** The audits have holes afterwards, so this comes after the data was checked. */
export const measureAudit = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<AuditCost[]> => {
  const audit = await openAudit(product.database);
  let seed = 7_000_000;
  const run = (scenario: string, seconds: number): Promise<Measurement> =>
    measureHttp(product, {
      ...{ scenario, seconds, port: product.processes.gateway.port, connections: settings.connections },
      ...{ block: crowd, deleted: 0, seed: seed++ * 1_000_003 },
    });

  const measureOne = async (scenario: string): Promise<AuditCost> => {
    await run(scenario, settings.systemWarmUpSeconds);
    const audited: Measurement[] = [];
    const unaudited: Measurement[] = [];
    for (let round = 1; round <= settings.auditRounds; round++) {
      log(`audit: ${titles[scenario]}, round ${round} of ${settings.auditRounds}`);
      await audit.off();
      unaudited.push(await run(scenario, settings.closedSeconds));
      await audit.on();
      audited.push(await run(scenario, settings.closedSeconds));
    }
    const all = [...audited, ...unaudited];
    return {
      scenario,
      audited: median(audited.map(({ rps }) => rps)),
      unaudited: median(unaudited.map(({ rps }) => rps)),
      errors: all.reduce((sum, { errors }) => sum + errors, 0),
      firstError: all.find(({ firstError }) => firstError)?.firstError,
    };
  };

  try {
    const costs: AuditCost[] = [];
    for (const scenario of auditedScenarios) costs.push(await measureOne(scenario));
    return costs;
  } finally {
    await audit.on();
    await audit.end();
  }
};
