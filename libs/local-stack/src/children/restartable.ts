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

  const becomeReady = async (running: Running): Promise<void> => {
    const ended = running.exited.then((exit) => {
      if (current === running) current = undefined;
      return exit;
    });
    const problem = await whyNotReady(recipe, running);
    if (problem) {
      await running.stop();
      const lines = lastLines(await recipe.output().catch(() => ''));
      throw new Error(`${recipe.name} ${problem}${lines && ` with the output:\n${lines}`}`);
    }
    void ended.then((exit) => {
      if (!stopRequested.has(running)) for (const listener of listeners) listener(exit);
    });
  };
  const start = async (): Promise<void> => {
    if (current) return ready;
    current = await recipe.launch();
    ready = becomeReady(current);
    return ready;
  };
  const stop = async (): Promise<void> => {
    if (current) stopRequested.add(current);
    await current?.stop();
  };
  return {
    name: recipe.name,
    pid: () => current?.pid,
    start,
    stop,
    restart: () => stop().then(start),
    kill: async (signal) => current?.kill(signal),
    onUnexpectedEnd: (listener) => void listeners.push(listener),
  };
};

const whyNotReady = async (recipe: Recipe, running: Running): Promise<string | undefined> => {
  const { isReady, deadlineMs = 30_000 } = recipe;
  let exit: Exit | undefined;
  void running.exited.then((value) => {
    exit = value;
  });
  for (const deadline = Date.now() + deadlineMs; Date.now() < deadline; await delay(pollMs)) {
    const ready = await isReady(running).catch(() => false);
    if (exit) return `ended while it was starting (${describeExit(exit)})`;
    if (ready) return undefined;
  }
  return `did not answer within ${deadlineMs / 1000} s`;
};
