import { isTelemetryOn, observed, type Traced } from '@representa/telemetry';
import type { PendingQuery, Row } from 'postgres';

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

interface Caller extends Traced {
  readonly deadline: number;
}

/** Runs a query no longer than its caller waits; past the deadline the server is told to stop, too. */
export const within = <Rows extends readonly Row[]>(caller: Caller, query: PendingQuery<Rows>): Promise<Rows> => {
  if (!isTelemetryOn()) return runWithin(caller, query);
  const work = { kind: 'sql', answering: false, name: 'postgresql', attributes: {} } as const;
  return observed(caller, work, () => runWithin(caller, query));
};

const runWithin = async <Rows extends readonly Row[]>(
  { deadline }: Caller,
  query: PendingQuery<Rows>,
): Promise<Rows> => {
  const remaining = deadline - Date.now();
  if (remaining <= 0) throw new DeadlinePassed('no time left to ask the database');
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      query.cancel();
      reject(new DeadlinePassed('the database did not answer in time'));
    }, remaining);
  });
  try {
    return await Promise.race([query, passed]);
  } finally {
    clearTimeout(timer);
  }
};
