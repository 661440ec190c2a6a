import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './problem.ts';

/**
 * A port stays with the stack that chose it, also while the process it was chosen for is down: tests kill and restart
 * theirs all the time, and a stack beside them would take the port, answer in that process's place, and be believed.
 */
const folder = join(tmpdir(), 'representa-ports');
const own = new Set<string>();

/** False when another process has it. */
export const reservePort = (port: number): boolean => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, String(port));
  if (!isAlive(holderOf(file))) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    return false;
  }
  if (own.size === 0) process.once('exit', release);
  own.add(file);
  return true;
};

const holderOf = (file: string): number | undefined => {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number | undefined): boolean => {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

const release = (): void => {
  for (const file of own) rmSync(file, { force: true });
};
