import { type Logger, pino } from 'pino';

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

export const makeLogger = (name: string, level: string): Logger =>
  pino(
    {
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers["x-api-key"]', '*.headers["x-api-key"]', '*.headers["x-gateway-secret"]', '*.password'],
    },
    pino.destination(destination),
  );
