import { observeCounter, observeGauge } from '@representa/telemetry';
import postgres, { type Sql } from 'postgres';
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
}

export type Database = Sql<{ bigint: number; numeric: number; date: string }> & { within: Within };

/** The answer to a pipelined query that was given up would be taken for the answer to the next one. */
const oneQueryAtATime = { max_pipeline: 0 };

const asNumber = { to: 0, serialize: String, parse: Number };

const openPool = ({ url, schema, connections, statementTimeoutMs }: PostgresOptions): Sql =>
  postgres(url, {
    max: connections,
    ...oneQueryAtATime,
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    // A short, constant pause: requests carry their own deadlines and must find the server soon after it is back.
    backoff: () => 0.2,
    fetch_types: false,
    onnotice: () => {},
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
      // `limit $1` was planned anew at each call otherwise: 584 µs against 179 µs of CPU for one list.
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
    },
    types: {
      bigint: { ...asNumber, from: [20] },
      numeric: { ...asNumber, from: [1700] },
      date: { to: 0, from: [1082], serialize: String, parse: String },
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
