import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { releaseReservationAtEnd } from './guard.ts';
import { codeOf } from './problem.ts';
import { tryLink } from './try-link.ts';

/**
 * A port stays reserved for the process that chose it, also while no server listens on it. Tests kill and restart their
 * servers; without a reservation another stack would take the port meanwhile, and the test would talk to that one.
 */
export const reservationsFolder = join(tmpdir(), `representa-ports-${userInfo().username}`);

/** Returns false when another process has reserved the port. */
export const reservePort = (port: number): boolean => {
  mkdirSync(reservationsFolder, { recursive: true });
  const file = join(reservationsFolder, String(port));
  dropIfStale(file);
  if (!create(file)) return false;
  releaseReservationAtEnd(file);
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

/** Removes the reservation of a process that no longer runs. */
const dropIfStale = (file: string): void => {
  const holder = holderOf(file);
  if (holder === undefined || isAlive(holder)) return;
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    // Another process may have replaced the stale file between reading and renaming: put its reservation back.
    if (holderOf(aside) !== holder) tryLink(aside, file);
  } catch {
    // Another process has renamed it first.
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
