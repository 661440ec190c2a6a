import type { WriteStream } from 'node:tty';

/** Prints a line with a check mark for each finished step. On a terminal, one more line shows the steps under way. */
export interface Progress {
  step<T>(name: string, work: Promise<T>): Promise<T>;
  line(text: string): void;
  end(): void;
}

type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const clearLine = '\r\x1b[2K';

const seconds = (sinceMs: number): string => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

export const makeProgress = (output: Output): Progress => {
  const active = new Map<string, number>();
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const wipe = (): void => void (output.isTTY && output.write(clearLine));
  const line = (text: string): void => {
    wipe();
    output.write(`${text}\n`);
  };
  const draw = (): void => {
    const earliest = Math.min(...active.values());
    const text = `${frames[frame++ % frames.length]} ${[...active.keys()].join(', ')} (${seconds(earliest)})`;
    output.write(clearLine + text.slice(0, (output.columns || 80) - 1));
  };
  const end = (): void => {
    if (!timer) return;
    clearInterval(timer);
    timer = undefined;
    wipe();
  };
  const step = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const begun = Date.now();
    active.set(name, begun);
    if (output.isTTY) timer ??= setInterval(draw, 100);
    try {
      const result = await work;
      line(`✔ ${name} (${seconds(begun)})`);
      return result;
    } finally {
      active.delete(name);
      if (active.size === 0) end();
    }
  };
  return { step, line, end };
};
