import { observeCounter, observeGauge } from '@representa/telemetry';
import postgres, { type Notice, type Sql } from 'postgres';
import { makeGate } from './gate.ts';
import { makeReplaceable } from './replaceable.ts';
import { makeWithin, type Within } from './within.ts';

export interface PostgresOptions {
  url: string;
  /** The schema this process owns; nothing else is on its search path but the extensions. */
  schema: string;
  /** More connections than needed only get in each other's way; see the figures in tests/bench. */
  connections: number;
  /** The longest any statement may run, whatever its caller's deadline. */
  statementTimeoutMs: number;
  onNotice?: (notice: Notice) => void;
}

export type Database = Sql<{ bigint: number; numeric: number; date: string; timestamptz: string }> & { within: Within };

/** The answer to a pipelined query that was given up would be taken for the answer to the next one. */
const oneQueryAtATime = { max_pipeline: 0 };

const asNumber = { to: 0, serialize: String, parse: Number };

/** ISO 8601 in UTC, to the millisecond, as replies show it. */
export const isoTimestamp = (text: string): string => new Date(text).toISOString();

const openPool = ({ url, schema, connections, statementTimeoutMs, onNotice = () => {} }: PostgresOptions): Sql =>
  postgres(url, {
    max: connections,
    ...oneQueryAtATime,
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    // A short, constant pause: requests carry their own deadlines and must find the server soon after it is back.
    backoff: () => 0.2,
    fetch_types: false,
    onnotice: onNotice,
    connection: {
      application_name: schema,
      search_path: `${schema}, extensions`,
      timezone: 'UTC',
      statement_timeout: statementTimeoutMs,
      lock_timeout: statementTimeoutMs,
      // The server, too, gives up those whom it no longer hears: else their connections would be taken for hours.
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
      // Planning a list costs more than running it. test/plans.test.ts reads the generic plans in bad states.
      plan_cache_mode: 'force_generic_plan',
      // A plan that was made while a table was small would scan it whole for as long as the connection lives.
      enable_seqscan: 'off',
      jit: 'off',
    },
    types: {
      bigint: { ...asNumber, from: [20] },
      numeric: { ...asNumber, from: [1700] },
      date: { to: 0, from: [1082], serialize: String, parse: String },
      timestamptz: { to: 0, from: [1184], serialize: String, parse: isoTimestamp },
    },
  }) as unknown as Sql;

export const connectPostgres = (options: PostgresOptions): Database => {
  const { schema, connections } = options;
  const pool = makeReplaceable(() => openPool(options));
  const gate = makeGate(connections);
  observeCounter('db_pool_replacements_total', pool.replacements, { process: schema });
  const within = makeWithin(gate, pool.makeReplace);
  observeGauge('db_pool_waiting', gate.waiting, { process: schema });
  return new Proxy(pool.current(), {
    apply: (_first, _this, words) => Reflect.apply(pool.current(), undefined, words),
    get: (_first, name) => (name === 'within' ? within : Reflect.get(pool.current(), name)),
  }) as unknown as Database;
};
