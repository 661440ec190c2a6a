import type { Call } from '@representa/contracts';
import { sql } from './statement.ts';
import { quoteLiteral } from './values.ts';
import type { Within } from './within.ts';

export interface LongFunction {
  name: string;
  args: readonly (string | null)[];
  /** The call's deadline may end it earlier. */
  timeoutMs: number;
  /** Statements that wait for one another must not hold connections for as long as one may take. */
  lockMs?: number;
  isolation?: 'read committed' | 'repeatable read';
}

/** How soon PostgreSQL ends the function of a process that was killed: others wait for its locks. */
const processCheckMs = 500;

/** Calls a function that may take longer than a statement. In one round trip: no transaction stays open between statements. */
export const callLongFunction = async <Result>(
  within: Within,
  call: Call,
  { name, args, timeoutMs, lockMs = 0, isolation = 'read committed' }: LongFunction,
): Promise<Result> => {
  const values = args.map((value) => (value === null ? 'null' : quoteLiteral(value)));
  const script = sql.unsafe<[{ result: Result }][]>(`
    set transaction isolation level ${isolation};
    set local statement_timeout = ${timeoutMs};
    set local lock_timeout = ${lockMs};
    set local client_connection_check_interval = ${processCheckMs};
    select ${name}(${values.join(', ')}) as result`);
  const results = await within(call, script, 'script');
  // The driver leaves out statements without rows.
  const [{ result }] = results.at(-1) as [{ result: Result }];
  return result;
};
