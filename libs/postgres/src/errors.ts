import { codeOf } from '@representa/telemetry';
import postgres from 'postgres';

/** Error codes of PostgreSQL, by the names in its manual. */
export const duplicateObject = '42710';
const deadlockDetected = '40P01';
export const internalError = 'XX000';
export const lockNotAvailable = '55P03';
const queryCanceled = '57014';
const serializationFailure = '40001';
export const undefinedTable = '42P01';
export const uniqueViolation = '23505';

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** A constraint violation that a function reported as a result instead of an error. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly constraint_name: string;

  constructor(constraint: string) {
    super(`a row would break ${constraint}`);
    this.constraint_name = constraint;
  }
}

/** Does this error say that a row would have broken the named constraint? */
export const violates = (error: unknown, constraint: string): boolean => constraintOf(error) === constraint;

const constraintOf = (error: unknown): string | undefined =>
  error instanceof postgres.PostgresError || error instanceof Violation ? error.constraint_name : undefined;

/**
 * What a caller is told when a row would break a constraint. `detail` is what our function said of its refusal. Of a real
 * constraint it is PostgreSQL's own text, with the row's values: never show that.
 */
export type ConstraintErrors = Readonly<Record<string, (detail: string) => Error>>;

/** The error that a caller is told of the violation of a listed constraint; otherwise the error itself. */
export const translated = (errors: ConstraintErrors, error: unknown): unknown =>
  errors[constraintOf(error) ?? '']?.((error as { detail?: string }).detail ?? '') ?? error;

/**
 * Of the driver, of the network, and of PostgreSQL: connection failure (08), shutdown (57P0), too many connections (53300). Also
 * a wrong password (28) and a missing database (3D000): an outage (503), not a bug (500).
 */
const lostConnection = /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|08|57P0|28|3D000|53300)/;
const gaveUp = new Set([queryCanceled, lockNotAvailable, serializationFailure]);
/** No resources (53), or a read-only server (25006). */
const refused = /^(53|25006)/;

/** Is there no connection to the database? */
export const isConnectionLost = (error: unknown): boolean => lostConnection.test(codeOf(error));

/** Is the database away, too busy or too slow, so that the same request may succeed later? */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof DeadlinePassed || isConnectionLost(error) || gaveUp.has(codeOf(error));

/** Has the server no disk or memory left, or is it a standby since a failover? */
export const cannotWrite = (error: unknown): boolean => refused.test(codeOf(error));

/** Was the statement rolled back to end a deadlock? */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === deadlockDetected;

/** Was the query cancelled, by request or by its time limit? */
export const isCancelled = (error: unknown): boolean => codeOf(error) === queryCanceled;

/** The server reported that the statement failed, so nothing was written. After any other error that is unknown. */
export const wasRolledBack = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.severity === 'ERROR';
