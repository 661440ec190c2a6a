import { type Logger, pino } from 'pino';
import { batched } from './batched.ts';

export type { Logger } from 'pino';

/** Lines are gathered to this much, or for this long, before they are written: a system call for each costs more than the line. */
const gatheredBytes = 16_000;
const gatheredMs = 100;
/** Beyond it lines are dropped: a reader that stalls must not fill the memory. */
const mostBytes = 8_388_608;

/** Where lines go. */
class Destination {
  // What is left is written when the process ends, unless it is killed.
  readonly #output = pino.destination({
    dest: 1,
    sync: false,
    minLength: gatheredBytes,
    periodicFlush: gatheredMs,
    maxLength: mostBytes,
  });
  #together: string | undefined;

  write(line: string): void {
    if (this.#together === undefined) this.#output.write(line);
    else this.#together += line;
  }

  /** Hands over in one piece what is written meanwhile: with each, all that waits to be written is measured anew. */
  writeTogether(writeLines: () => void): void {
    this.#together = '';
    try {
      writeLines();
    } finally {
      this.#output.write(this.#together);
      this.#together = undefined;
    }
  }
}

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
    new Destination(),
  );

export interface LaterLog {
  info(fields: object, message: string): void;
  /** Writes what is left. */
  close(): void;
}

/** For the lines that every request leaves: they are put together many at a time, each with the time at which it came about. */
export const logLater = (log: Logger): LaterLog => {
  const destination = (log as unknown as { [pino.symbols.streamSym]: Destination })[pino.symbols.streamSym];
  const { add, flush } = batched<{ at: number; fields: object; message: string }>((lines) =>
    destination.writeTogether(() => {
      for (const { at, fields, message } of lines) {
        happenedAt = at;
        log.info(fields, message);
      }
      happenedAt = undefined;
    }),
  );
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
