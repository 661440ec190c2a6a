import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardScript } from '../paths.ts';
import { startOf } from './alive.ts';

/** Signals in the order of sending, each with its grace period in milliseconds. SIGKILL follows the last. */
export type StopPlan = readonly (readonly [NodeJS.Signals, number])[];

/** Processes are stopped before the servers that they use. */
const stages = { process: 0, server: 1 } as const;
export type Stage = keyof typeof stages;

interface Child {
  add: number;
  started: string | undefined;
  stage: number;
  plan: StopPlan;
}

let guard: ChildProcess | undefined;
const notes = new Map<string, object>();
/** Lists the children, for the case that the guard is killed, too. */
let listFile: string | undefined;

const tell = (note: object): void => {
  guard?.stdin?.write(`${JSON.stringify(note)}\n`);
};

// A forked worker (of vitest, for example) lives on after its parent was killed, as long as it has work to wait for.
const endWithParent = (): void => void endGuard();

const startGuard = (): void => {
  const started = spawn(process.execPath, [guardScript], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard = started;
  started.unref();
  // At run time the pipe to a child is a socket. Without unref it would keep this process alive.
  (started.stdin as unknown as { unref?(): void } | null)?.unref?.();
  started.stdin?.on('error', () => {});
  // The next child gets a new one. What nobody watches until then is in the list of children.
  started.once('exit', () => {
    if (guard === started) guard = undefined;
  });
  for (const note of notes.values()) tell(note);
  if (process.channel) process.once('disconnect', endWithParent);
};

const keep = (key: string, note: object): void => {
  notes.set(key, note);
  if (guard) tell(note);
  else startGuard();
};

const listChildren = (): void => {
  if (listFile) writeFileSync(listFile, JSON.stringify([...notes.values()].filter((note) => 'add' in note)));
};

export const watchProcess = (pid: number, stage: Stage, plan: StopPlan): void => {
  keep(`process ${pid}`, { add: pid, started: startOf(pid), stage: stages[stage], plan } satisfies Child);
  listChildren();
};

export const forgetProcess = (pid: number): void => {
  notes.delete(`process ${pid}`);
  tell({ drop: pid });
  listChildren();
};

/** Pass only folders that this process created. */
export const removeFolderAtEnd = (folder: string): void => keep(`folder ${folder}`, { folder });

export const removeContainerAtEnd = (container: string): void => keep(`container ${container}`, { container });

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

/** A file of the data folder. */
export const childrenFile = 'children.json';

/** Stops what an earlier start on this data folder left running, because it was killed with its guard. */
export const endLeftovers = async (folder: string): Promise<void> => {
  const file = join(folder, childrenFile);
  const left = readChildren(file).filter(({ add, started }) => startOf(add) === started);
  for (const child of left) keep(`process ${child.add}`, child);
  if (left.length > 0) await endGuard();
  listFile = file;
};

const readChildren = (file: string): Child[] => {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Child[]).filter(({ started }) => started !== undefined);
  } catch {
    return []; // There is none, or a crash of the machine damaged it.
  }
};
