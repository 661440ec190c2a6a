import type { PendingQuery, Row } from 'postgres';

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** Runs a query no longer than its caller waits; past the deadline the server is told to stop, too. */
export const within = async <Rows extends readonly Row[]>(
  { deadline }: { deadline: number },
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
