import { linkSync } from 'node:fs';
import { codeOf } from './problem.ts';

/** Links a complete file to a path, atomically. Returns false when the path exists. Readers never see a partial file. */
export const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};
