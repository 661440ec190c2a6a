const deepest = 3;

/** The code of an error that has one, such as `ECONNREFUSED`; otherwise ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** An error in one line for a log, with those that caused it. Without a stack: in an outage each request would write one. */
export const reasonOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return String(error);
  // Node reports the failed attempts at several addresses of a host as one error without a message.
  const attempts = error instanceof AggregateError ? error.errors : [];
  const code = codeOf(error);
  const own = error.message || attempts.map((attempt) => reasonOf(attempt, depth + 1)).join(', ') || code || error.name;
  const text = code && !own.includes(code) ? `${own} (${code})` : own;
  if (error.cause === undefined || depth === deepest) return text;
  const cause = reasonOf(error.cause, depth + 1);
  // Wrapped errors often repeat the message of their cause.
  return text.includes(cause) ? text : `${text}: ${cause}`;
};
