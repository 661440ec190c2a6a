import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './problem.ts';
import { tryLink } from './try-link.ts';

/**
 * A port stays with the stack that chose it, also while the process it was chosen for is down: tests kill and restart
 * theirs all the time, and a stack beside them would take the port, answer in that process's place, and be believed.
 */
export const reservationsFolder = join(tmpdir(), `representa-ports-${userInfo().username}`);
const own = new Set<string>();

/** False when another process has it. */
export const reservePort = (port: number): boolean => {
  mkdirSync(reservationsFolder, { recursive: true });
  const file = join(reservationsFolder, String(port));
  dropIfStale(file);
  if (!create(file)) return false;
  if (own.size === 0) process.once('exit', release);
  own.add(file);
  return true;
};

const create = (file: string): boolean => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    return tryLink(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
};

const dropIfStale = (file: string): void => {
  const holder = holderOf(file);
  if (holder === undefined || isAlive(holder)) return;
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    // Another may have been quicker, and this be its fresh one.
    if (holderOf(aside) !== holder) tryLink(aside, file);
  } catch {
    // Another was quicker.
  }
  rmSync(aside, { force: true });
};

const holderOf = (file: string): number | undefined => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
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
