import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { releaseReservationAtEnd } from '../children/guard.ts';
import { isAlive } from '../children/is-alive.ts';
import { createLockFile, readLockFile, removeStaleLock } from '../lock-file.ts';

/**
 * A port stays reserved for the process that chose it, also while no server listens on it. Tests kill and restart their
 * servers; without a reservation another stack would take the port meanwhile, and the test would talk to that one.
 */
export const reservationsFolder = join(tmpdir(), `representa-ports-${userInfo().username}`);

/** Returns false when another process has reserved the port. */
export const reservePort = (port: number): boolean => {
  mkdirSync(reservationsFolder, { recursive: true });
  const file = join(reservationsFolder, String(port));
  removeIfStale(file);
  if (!createLockFile(file, String(process.pid))) return false;
  releaseReservationAtEnd(file);
  return true;
};

/** Removes the reservation of a process that no longer runs. */
const removeIfStale = (file: string): void => {
  const holder = readLockFile(file);
  if (holder !== undefined && !isAlive(Number(holder))) removeStaleLock(file, holder);
};
