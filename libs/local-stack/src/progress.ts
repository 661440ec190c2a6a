import type { WriteStream } from 'node:tty';

/** Lines with a check mark for what is done; on a terminal also one line that shows what is being done. */
export interface Progress {
  step<T>(name: string, work: Promise<T>): Promise<T>;
  /** Something about the present step that a waiting person should know. */
  say(sentence: string): void;
  line(text: string): void;
  end(): void;
}

type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const clearLine = '\r\x1b[2K';

export const seconds = (sinceMs: number): string => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

export const makeProgress = (output: Output): Progress => {
  const active = new Map<string, number>();
  let remark = '';
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const wipe = (): void => void (output.isTTY && output.write(clearLine));
  const line = (text: string): void => {
    wipe();
    output.write(`${text}\n`);
  };
  const draw = (): void => {
    const longest = Math.min(...active.values());
    const text = `${frames[frame++ % frames.length]} ${[...active.keys()].join(', ')} (${seconds(longest)})${remark}`;
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
  const say = (sentence: string): void => {
    remark = ` – ${sentence}`;
    if (!output.isTTY) line(`… ${sentence}`);
  };
  return { step, say, line, end };
};
