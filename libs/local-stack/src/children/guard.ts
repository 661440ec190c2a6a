import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { guardScript } from '../paths.ts';

/** Signals in the order of sending, each with its grace period in milliseconds. SIGKILL follows the last. */
export type StopPlan = readonly (readonly [NodeJS.Signals, number])[];

/** Processes are stopped before the servers that they use. */
const stages = { process: 0, server: 1 } as const;
export type Stage = keyof typeof stages;

let guard: ChildProcess | undefined;
const notes = new Map<string, object>();

const tell = (note: object): void => {
  guard?.stdin?.write(`${JSON.stringify(note)}\n`);
};

// A forked worker (of vitest, for example) lives on after its parent was killed, as long as it has work to wait for.
const endWithParent = (): void => void endGuard();
const followParent = (): void => {
  if (process.channel) process.once('disconnect', endWithParent);
};

const startGuard = (): void => {
  const started = spawn(process.execPath, [guardScript], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard = started;
  const begun = Date.now();
  started.unref();
  // At run time the pipe to a child is a socket. Without unref it would keep this process alive.
  (started.stdin as unknown as { unref?(): void } | null)?.unref?.();
  started.stdin?.on('error', () => {});
  started.once('exit', () => {
    if (guard !== started) return;
    guard = undefined;
    // Replace a guard that was killed. One that ended within a second cannot run here; a new one would end too.
    if (notes.size > 0 && Date.now() - begun > 1_000) startGuard();
  });
  for (const note of notes.values()) tell(note);
  followParent();
};

const keep = (key: string, note: object): void => {
  notes.set(key, note);
  if (guard) tell(note);
  else startGuard();
};

export const watchProcess = (pid: number, stage: Stage, plan: StopPlan): void =>
  keep(`process ${pid}`, { add: pid, stage: stages[stage], plan });

export const forgetProcess = (pid: number): void => {
  notes.delete(`process ${pid}`);
  tell({ drop: pid });
};

/** Pass only folders that this process created. */
export const removeFolderAtEnd = (folder: string): void => keep(`folder ${folder}`, { folder });

export const removeContainerAtEnd = (container: string): void => keep(`container ${container}`, { container });

/** An `exit` listener is not enough: vitest ends its workers by SIGTERM, which skips those listeners. */
export const releaseReservationAtEnd = (reservation: string): void =>
  keep(`reservation ${reservation}`, { reservation, owner: process.pid });

/** Stops and removes everything that is still listed, and resolves afterwards. `force` skips the grace periods. */
export const endGuard = async ({ force = false } = {}): Promise<void> => {
  const ending = guard;
  if (force) tell({ force });
  notes.clear();
  guard = undefined;
  process.off('disconnect', endWithParent);
  if (ending?.exitCode !== null || ending.stdin === null) return;
  const ended = once(ending, 'exit');
  ending.ref();
  ending.stdin.end();
  await ended;
};
