import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { readJson, type StopPlan, startOf } from './system.ts';

/** Processes are stopped before the servers that they use. */
export type Stage = 'process' | 'server';

/** What must not outlive this process. */
export type Charge =
  | { pid: number; started: string | undefined; stage: Stage; plan: StopPlan }
  | { folder: string }
  | { container: string };

const script = join(root, 'libs/local-stack/src/children/guard-main.ts');

let guard: ChildProcess | undefined;
const charges = new Map<number | string, Charge>();
/** Lists the charges, for the case that the guard is killed, too. */
let listFile: string | undefined;

// A forked worker (of vitest, for example) lives on after its parent was killed, as long as it has work to wait for.
const endWithParent = (): void => void endGuard();

const startGuard = (): ChildProcess => {
  const started = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  started.unref();
  // At run time the pipe to a child is a socket. Without unref it would keep this process alive.
  (started.stdin as unknown as { unref?(): void } | null)?.unref?.();
  started.stdin?.on('error', () => {});
  // The next child gets a new one. What nobody watches until then is in the list.
  started.once('exit', () => {
    if (guard === started) guard = undefined;
  });
  if (process.channel) process.once('disconnect', endWithParent);
  return started;
};

const tell = (): void => {
  const list = JSON.stringify([...charges.values()]);
  guard ??= startGuard();
  guard.stdin?.write(`${list}\n`);
  if (listFile) writeFileSync(listFile, list);
};

const keep = (key: number | string, charge: Charge): void => {
  charges.set(key, charge);
  tell();
};

export const watchProcess = (pid: number, stage: Stage, plan: StopPlan): void =>
  keep(pid, { pid, started: startOf(pid), stage, plan });

export const forgetProcess = (pid: number): void => {
  if (charges.delete(pid)) tell();
};

/** Pass only folders that this process created. */
export const removeFolderAtEnd = (folder: string): void => keep(folder, { folder });

export const removeContainerAtEnd = (container: string): void => keep(container, { container });

/** Stops and removes all charges, and resolves afterwards. */
export const endGuard = async (): Promise<void> => {
  const ending = guard;
  charges.clear();
  guard = undefined;
  process.off('disconnect', endWithParent);
  if (ending?.exitCode !== null || ending.stdin === null) return;
  const ended = once(ending, 'exit');
  ending.ref();
  ending.stdin.end();
  await ended;
  if (listFile) writeFileSync(listFile, '[]');
};

/** A file of the data folder. */
export const childrenFile = 'children.json';

/** Stops what an earlier start on this data folder left running, because it was killed with its guard. */
export const endLeftovers = async (folder: string): Promise<void> => {
  const file = join(folder, childrenFile);
  for (const [index, charge] of (readJson<Charge[]>(file) ?? []).entries()) keep(`left ${index}`, charge);
  await endGuard();
  listFile = file;
};
