import { type Logger, pino } from 'pino';
import { batched } from './batched.ts';

export type { Logger } from 'pino';

/** Lines are gathered to this much, or for this long, before they are written: a system call for each costs more than the line. */
const gatheredBytes = 16_000;
const gatheredMs = 100;
/** Beyond it lines are dropped: a reader that stalls must not fill the memory. */
const mostBytes = 8_388_608;

/** When the line that is being written came about, if that was a while ago. */
let happenedAt: number | undefined;

const timestamp = (): string => `,"time":"${new Date(happenedAt ?? Date.now()).toISOString()}"`;

export const makeLogger = (name: string, level: string): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp,
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

export interface LaterLog {
  info(fields: object, message: string): void;
  /** Writes what is left. */
  close(): void;
}

/**
 * For the lines that every request leaves: they are put together many at a time, each with the time at which it came about,
 * and handed over in one piece, since pino's destination measures all that waits in it with each.
 */
export const logLater = (log: Logger): LaterLog => {
  const { streamSym } = pino.symbols;
  const destination = (log as unknown as Record<symbol, unknown>)[streamSym] as pino.DestinationStream;
  let text = '';
  const gathering: pino.DestinationStream = {
    write: (line) => {
      text += line;
    },
  };
  const lines = Object.assign(log.child({}), { [streamSym]: gathering });
  const { add, flush } = batched<{ at: number; fields: object; message: string }>((all) => {
    text = '';
    try {
      for (const { at, fields, message } of all) {
        happenedAt = at;
        lines.info(fields, message);
      }
    } finally {
      happenedAt = undefined;
    }
    if (text !== '') destination.write(text);
  });
  // Before pino writes what it has: those of a process that dies are worth the most.
  process.prependListener('exit', flush);
  return {
    info: (fields, message) => add({ at: Date.now(), fields, message }),
    close: () => {
      flush();
      process.off('exit', flush);
    },
  };
};
