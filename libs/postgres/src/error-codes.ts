/** Error codes of PostgreSQL, by the names in its manual. */
export const duplicateObject = '42710';
export const deadlockDetected = '40P01';
export const internalError = 'XX000';
export const lockNotAvailable = '55P03';
export const queryCanceled = '57014';
export const serializationFailure = '40001';
export const undefinedTable = '42P01';
export const uniqueViolation = '23505';
