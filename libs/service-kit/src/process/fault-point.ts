import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';

let file: string | undefined;

/**
 * A test arms a point by writing `some.point:SIGKILL` or `some.point:SIGSTOP` into this file while the process runs. A third part
 * counts: `some.point:SIGSTOP:2` acts at the second pass. Production refuses fault points (see config.ts).
 */
export const readFaultPointFrom = (path: string): void => {
  file = path;
};

/** Empty while nothing is armed. */
const readArmed = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** False when the test has removed the file meanwhile. It may rely on that nothing happens then. */
const remove = (path: string): boolean => {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * A place between two steps of a protocol where a test can have this very process killed or frozen, to see what the
 * other processes make of it. The points are named by those who pass them; tests/chaos keeps the list.
 */
export const passFaultPoint = (point: string): void => {
  if (file === undefined) return;
  const [armed, signal, passes = '1'] = readArmed(file).split(':');
  if (armed !== point) return;
  if (Number(passes) > 1) writeFileSync(file, `${point}:${signal}:${Number(passes) - 1}`);
  else if (remove(file)) process.kill(process.pid, signal as NodeJS.Signals);
};
