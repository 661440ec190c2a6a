import { type Logger, pino, stdSerializers } from 'pino';

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

export type { Logger } from 'pino';

/** The part of a logger that most code needs. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Writes nothing: for commands, which write only their own output, for tests, and where no log is given. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Lines are buffered: a system call for each costs more than the line. pino writes what is buffered when the process
 * exits, also after an uncaught exception, and with each fatal line.
 */
const destination = {
  dest: 1,
  sync: false,
  minLength: 4_096,
  periodicFlush: 100,
  // When stdout is not read, further lines are dropped instead of filling the memory.
  maxLength: 8_388_608,
};

/** Fields of PostgreSQL's errors that can have the values of a row, such as `Failing row contains (…)`. */
const fieldsWithValues = ['detail', 'hint', 'where', 'internal_query', 'query', 'parameters', 'args'];
/** Codes of PostgreSQL's data exceptions, whose messages quote the value. */
const dataException = /^22...$/;

/** An error with its stack and fields, without personal data. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const described: Record<string, unknown> = { ...stdSerializers.err(error) };
  for (const field of fieldsWithValues) delete described[field];
  if (!dataException.test(codeOf(error))) return described;
  const message = error.message.replace(/".*"/s, '"…"');
  return { ...described, message, stack: error.stack?.replace(error.message, () => message) };
};

export const makeLogger = (name: string, level: string): Logger =>
  pino(
    {
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: ['req.headers["x-api-key"]', '*.headers["x-api-key"]', '*.headers["x-gateway-secret"]', '*.password'],
    },
    pino.destination(destination),
  );
