import { linkSync } from 'node:fs';
import { codeOf } from './problem.ts';

/** Puts a finished file in a place that only one can have; false when another has it. Whoever sees it there sees all of it. */
export const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};
