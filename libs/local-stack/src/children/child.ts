import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { inheritedEnvironment } from '../config.ts';
import { messageOf } from '../problem.ts';
import { forgetProcess, type Stage, type StopPlan, watchProcess } from './guard.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set when the program could not be started. */
  error?: string;
}

/** A running process of this machine, or a running container. */
export interface Running {
  readonly pid: number | undefined;
  readonly exited: Promise<Exit>;
  /** Resolves after the end of the process for SIGKILL, and after sending for other signals. */
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

export interface Command {
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  argv0?: string;
}

interface ChildOptions {
  stage: Stage;
  plan: StopPlan;
  /** Servers write to a file, because they may write a lot. Lines of processes are shown to the user. */
  output: { file: string } | { line: (line: string) => void };
  /** Send signals to its child processes too: PostgreSQL has one for each connection. */
  includeChildren?: boolean;
}

export const describeExit = ({ code, signal, error }: Exit): string =>
  error ?? (signal ? `killed by ${signal}` : `exit code ${code}`);

export const launchChild = (
  command: Command,
  { stage, plan, output, includeChildren = false }: ChildOptions,
): Running => {
  const child = spawnDetached(command, output);
  const { pid } = child;
  if (pid !== undefined) watchProcess(pid, stage, plan);
  let over = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error: messageOf(error) }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  }).finally(() => {
    over = true;
    if (pid !== undefined) forgetProcess(pid);
  });
  const send = async (signal: NodeJS.Signals): Promise<void> => {
    if (over || pid === undefined) return;
    const children = includeChildren ? await childrenOf(pid) : [];
    for (const one of [pid, ...children]) signalIfAlive(one, signal);
  };
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    await send(signal);
    if (signal === 'SIGKILL') await exited;
  };
  const stop = async (): Promise<void> => {
    for (const [signal, graceMs] of plan) {
      if (over) return;
      child.kill(signal);
      await send('SIGCONT'); // a suspended process does not handle the signal
      const grace = new AbortController();
      await Promise.race([exited, delay(graceMs, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
    }
    await kill('SIGKILL');
  };
  return { pid, exited, kill, stop };
};

/** Detached, so that Ctrl-C reaches only the parent, which then stops its children in order. */
const spawnDetached = ({ program, args, env, ...rest }: Command, output: ChildOptions['output']): ChildProcess => {
  const file = 'file' in output ? openLog(output.file) : undefined;
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', file ?? 'pipe', file ?? 'pipe'],
    env: { ...inheritedEnvironment(), ...env },
    ...rest,
  });
  if (file !== undefined) closeSync(file);
  if ('line' in output) {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', output.line);
    }
  }
  return child;
};

/** Keeps the log of the run before, which says why it ended. */
const openLog = (file: string): number => {
  if (existsSync(file)) renameSync(file, `${file}.old`);
  return openSync(file, 'w', 0o600);
};

export const signalIfAlive = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
};

export const readQuietly = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const childrenOf = async (pid: number): Promise<number[]> => {
  const fromKernel = readQuietly(`/proc/${pid}/task/${pid}/children`);
  const list = fromKernel ?? (await outputOf({ program: 'pgrep', args: ['-P', String(pid)] })).output;
  return list.split(/\s+/).filter(Boolean).map(Number);
};

interface Finished {
  ok: boolean;
  output: string;
}

/** Runs a program to its end. Unless `watched` is false, the program is stopped when this process ends. */
export const outputOf = async (command: Command & { input?: string }, watched = true): Promise<Finished> => {
  const { program, args, env, input, ...rest } = command;
  const child = spawn(program, args, { env: { ...inheritedEnvironment(), ...env }, detached: watched, ...rest });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  const { pid } = child;
  if (watched && pid !== undefined) watchProcess(pid, 'process', [['SIGTERM', 2_000]]);
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(messageOf(error)));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : describeExit({ code, signal })));
  });
  if (watched && pid !== undefined) forgetProcess(pid);
  const output = Buffer.concat(chunks).toString();
  return { ok: failure === undefined, output: output.trim() || (failure ?? '') };
};

export const lastLines = (text: string, count = 12): string => text.trimEnd().split('\n').slice(-count).join('\n');
