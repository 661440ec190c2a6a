import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inheritedEnvironment } from '../config.ts';
import { messageOf } from '../problem.ts';
import { forgetProcess, type Stage, watchProcess } from './guard.ts';
import { familyOf, type StopPlan, signalIfAlive, stopProcess } from './system.ts';

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
}

export const describeExit = ({ code, signal, error }: Exit): string =>
  error ?? (signal ? `killed by ${signal}` : `exit code ${code}`);

export const launchChild = (command: Command, { stage, plan, output }: ChildOptions): Running => {
  const child = spawnDetached(command, output);
  const { pid } = child;
  if (pid !== undefined) watchProcess(pid, stage, plan);
  let over = pid === undefined;
  const exited = exitOf(child).finally(() => {
    over = true;
    if (pid !== undefined) forgetProcess(pid);
  });
  return {
    pid,
    exited,
    kill: async (signal) => {
      if (pid !== undefined && !over) for (const one of familyOf(pid)) signalIfAlive(one, signal);
      if (signal === 'SIGKILL') await exited;
    },
    stop: async () => {
      if (pid !== undefined) await stopProcess(pid, plan, () => over);
      await exited;
    },
  };
};

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error: messageOf(error) }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });

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

/** Runs a program to its end. Unless `watched` is false, the program is stopped when this process ends. */
export const outputOf = async ({ input = '', ...command }: Command & { input?: string }, watched = true) => {
  const { program, args, env, ...rest } = command;
  const child = spawn(program, args, { env: { ...inheritedEnvironment(), ...env }, detached: watched, ...rest });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const { pid } = child;
  if (watched && pid !== undefined) watchProcess(pid, 'process', [['SIGTERM', 2_000]]);
  const exit = await exitOf(child);
  if (pid !== undefined) forgetProcess(pid);
  const ok = exit.code === 0;
  return { ok, output: Buffer.concat(chunks).toString().trim() || (ok ? '' : describeExit(exit)) };
};

/** Runs a program with this terminal's input and output, and takes over its exit code. Rejects when it is missing. */
export const runInTerminal = async ({ program, args, env }: Command): Promise<void> => {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...inheritedEnvironment(), ...env } });
  const { code, error } = await exitOf(child);
  if (error) throw new Error(error);
  process.exitCode = code ?? 1;
};

export const lastLines = (text: string, count = 12): string => text.trimEnd().split('\n').slice(-count).join('\n');
