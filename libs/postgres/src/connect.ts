import { limits, makeFairQueue } from '@representa/queues';
import { type Log, makeDependencyLog, observeCounter, observeGauge, silentLog } from '@representa/telemetry';
import postgres, { type Notice, type Sql as Pool } from 'postgres';
import { makeConnections } from './connections.ts';
import { makeDescribeQuery } from './describe-query.ts';
import { makeWithin, type Within } from './within.ts';

interface PostgresOptions {
  url: string;
  /** The schema this process owns; nothing else is on its search path but the extensions. */
  schema: string;
  /** With more than eight there were no more sales (tests/bench/README.md). */
  connections: number;
  /** The longest any statement may run, whatever its caller's deadline. */
  statementTimeoutMs: number;
  onNotice?: (notice: Notice) => void;
  /** Logs when the connection to the database is lost and when it is back, and deadlocks. */
  log?: Log;
}

export interface Database {
  within: Within;
  /** Closes the connections, at the latest after so many seconds. */
  end(limit?: { timeout: number }): Promise<void>;
}

/** The driver would take the answer to a cancelled pipelined query for the answer to the next one. */
const oneQueryAtATime = { max_pipeline: 0 };

const asNumber = { to: 0, serialize: String, parse: Number };

/** ISO 8601 in UTC, to the millisecond, as replies show it; from `2026-11-15 12:00:00.1+00`, as columns have it. */
const isoTimestamp = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;

/** The driver, with the settings and types of this project. Tests use it to look into a database. */
export const openPool = ({
  url,
  schema,
  connections,
  statementTimeoutMs,
  onNotice = () => {},
}: Omit<PostgresOptions, 'log'>): Pool =>
  postgres(url, {
    max: connections,
    ...oneQueryAtATime,
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    // Short and constant: requests have deadlines, and should find the server soon after it is back.
    backoff: () => 0.2,
    fetch_types: false,
    onnotice: onNotice,
    connection: {
      application_name: schema,
      search_path: `${schema}, extensions`,
      timezone: 'UTC',
      statement_timeout: statementTimeoutMs,
      // The server drops clients that have vanished; otherwise they would hold its connections for hours.
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
      // Planning a list costs more than running it. Each service's plans.test.ts checks the generic plans in bad states.
      plan_cache_mode: 'force_generic_plan',
      // A plan made while a table was small would scan the whole table as long as the connection lives.
      enable_seqscan: 'off',
      // With the default of 4 the planner reads and sorts all of a small company's records where an index has them in order.
      random_page_cost: 1.1,
      jit: 'off',
    },
    types: {
      bigint: { ...asNumber, from: [20] },
      numeric: { ...asNumber, from: [1700] },
      date: { to: 0, from: [1082], serialize: String, parse: String },
      timestamptz: { to: 0, from: [1184], serialize: String, parse: isoTimestamp },
    },
  }) as unknown as Pool;

/** `host:port`, several separated by commas. */
const addressOf = ({ options: { host, port } }: Pool): string =>
  host.map((name, index) => `${name}:${port[index] ?? port[0]}`).join(',');

/**
 * Queries wait for a connection until their deadline. The driver's own queue would send them ahead over busy connections, and a
 * query that was sent can no longer be withdrawn. Whoever waits has passed the caps of the work queue.
 */
const capsOf = (connections: number) => ({
  maxOfCompany: () => Math.max(1, Math.floor(connections * limits.connection.shareOfCompany)),
  maxInside: Number.POSITIVE_INFINITY,
  maxInsideOfCompany: Number.POSITIVE_INFINITY,
});

export const connectPostgres = (options: PostgresOptions): Database => {
  const { schema, connections: count, log = silentLog } = options;
  const connections = makeConnections(() => openPool({ ...options, connections: 1 }), count);
  const queue = makeFairQueue('connection', capsOf(count), connections.slots);
  observeCounter('db.pool.replacements', connections.replacements);
  const dependency = makeDependencyLog(log, 'PostgreSQL', addressOf(connections.first));
  const describe = makeDescribeQuery(connections.first, schema);
  const within = makeWithin(queue, connections.makeReplace, dependency, describe, log);
  observeGauge('db.client.connection.pending_requests', queue.waiting);
  return { within, end: connections.end };
};
