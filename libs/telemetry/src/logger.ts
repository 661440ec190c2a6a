import { type Logger, pino, stdSerializers } from 'pino';
import { codeOf } from './reason.ts';

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
