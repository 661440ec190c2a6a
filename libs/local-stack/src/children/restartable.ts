import { setTimeout as delay } from 'node:timers/promises';
import { describeExit, type Exit, lastLines, type Running } from './child.ts';

/** A server or process that keeps its address over stops and starts. */
export interface Restartable {
  readonly name: string;
  pid(): number | undefined;
  /** Resolves when the server answers. Does nothing when it runs already. */
  start(): Promise<void>;
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** For SIGKILL, resolves after the end of the process. SIGSTOP and SIGCONT suspend and resume it. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** The listener is called when the server ends after it was ready, without a call of `stop`. */
  onUnexpectedEnd(listener: (exit: Exit) => void): void;
}

export interface Recipe {
  name: string;
  launch(): Promise<Running>;
  isReady(running: Running): Promise<boolean>;
  /** Its output so far, for the error message when it does not start. */
  output(): Promise<string>;
  deadlineMs?: number;
}

const pollMs = 25;

export const makeRestartable = (recipe: Recipe): Restartable => {
  const listeners: ((exit: Exit) => void)[] = [];
  const stopRequested = new WeakSet<Running>();
  let current: Running | undefined;
  /** Of the current one. */
  let ready: Promise<void> | undefined;

  const follow = async (running: Running): Promise<void> => {
    const exit = await running.exited;
    if (current === running) current = undefined;
    if (!stopRequested.has(running)) for (const listener of listeners) listener(exit);
  };
  const becomeReady = async (running: Running): Promise<void> => {
    try {
      await untilReady(recipe, running);
    } catch (error) {
      await running.stop();
      if (current === running) current = undefined;
      throw error;
    }
    void follow(running);
  };
  const start = async (): Promise<void> => {
    if (current) return ready;
    const running = await recipe.launch();
    current = running;
    ready = becomeReady(running);
    return ready;
  };
  const stop = async (): Promise<void> => {
    const running = current;
    if (!running) return;
    stopRequested.add(running);
    await running.stop();
    if (current === running) current = undefined;
  };
  return {
    name: recipe.name,
    pid: () => current?.pid,
    start,
    stop,
    restart: async () => {
      await stop();
      await start();
    },
    kill: async (signal) => {
      const running = current;
      await running?.kill(signal);
      if (signal === 'SIGKILL' && current === running) current = undefined;
    },
    onUnexpectedEnd: (listener) => void listeners.push(listener),
  };
};

const untilReady = async (recipe: Recipe, running: Running): Promise<void> => {
  const { deadlineMs = 30_000 } = recipe;
  const deadline = Date.now() + deadlineMs;
  let exit: Exit | undefined;
  void running.exited.then((value) => {
    exit = value;
  });
  while (Date.now() < deadline) {
    const ready = await recipe.isReady(running).catch(() => false);
    if (exit) throw await failure(recipe, `ended while it was starting (${describeExit(exit)})`);
    if (ready) return;
    await delay(pollMs);
  }
  throw await failure(recipe, `did not answer within ${deadlineMs / 1000} s`);
};

const failure = async ({ name, output }: Recipe, what: string): Promise<Error> => {
  const lines = lastLines(await output().catch(() => ''));
  return new Error(`${name} ${what}${lines ? ` with the output:\n${lines}` : ''}`);
};
