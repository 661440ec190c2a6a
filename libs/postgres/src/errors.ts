import postgres from 'postgres';
import { DeadlinePassed } from './deadline-passed.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Does this error say that a row would have broken the named constraint? */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof postgres.PostgresError && error.constraint_name === constraint;

const lostConnection = /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P0)/;
const gaveUp = new Set(['57014', '55P03', '53300', '40P01', '40001']);

/** Is the database away, too busy or too slow, so that the same request may succeed later? */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof DeadlinePassed || lostConnection.test(codeOf(error)) || gaveUp.has(codeOf(error));
