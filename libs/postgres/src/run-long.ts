import type { Call } from '@representa/contracts';
import { type Statement, sql, textOf } from './statement.ts';
import { quoteLiteral } from './values.ts';
import type { Within } from './within.ts';

interface Limits {
  /** The call's deadline may end it earlier. */
  timeoutMs: number;
  /** Statements that wait for one another must not hold connections for as long as one may take. */
  lockMs?: number;
  isolation?: 'read committed' | 'repeatable read';
}

/** How soon PostgreSQL ends the statement of a process that was killed: others wait for its locks. */
const processCheckMs = 500;

/** Runs a statement that may take longer than others. In one round trip: no transaction stays open between statements. */
export const runLong = async <Rows extends readonly object[]>(
  within: Within,
  call: Call,
  statement: Statement<Rows>,
  { timeoutMs, lockMs = 0, isolation = 'read committed' }: Limits,
): Promise<Rows> => {
  // A script takes no parameters.
  const text = textOf(statement, (value) => (value === null ? 'null' : quoteLiteral(String(value))));
  const script = sql.unsafe<Rows[]>(`
    set transaction isolation level ${isolation};
    set local statement_timeout = ${timeoutMs};
    set local lock_timeout = ${lockMs};
    set local client_connection_check_interval = ${processCheckMs};
    ${text}`);
  // The driver leaves out statements without rows.
  return ((await within(call, script, 'script')).at(-1) ?? []) as Rows;
};
