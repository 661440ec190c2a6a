import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Lines are gathered to this much, or for this long, before they are written: a system call for each costs more than the line. */
const gatheredBytes = 4_096;
const gatheredMs = 100;
/** Beyond it lines are dropped: a reader that stalls must not fill the memory. */
const mostBytes = 8_388_608;

export const makeLogger = (name: string, level: string): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers["x-api-key"]', '*.headers["x-api-key"]', '*.headers["x-gateway-secret"]', '*.password'],
    },
    // What is left is written when the process ends, unless it is killed.
    pino.destination({
      dest: 1,
      sync: false,
      minLength: gatheredBytes,
      periodicFlush: gatheredMs,
      maxLength: mostBytes,
    }),
  );
