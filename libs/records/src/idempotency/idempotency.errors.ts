import { HttpError } from '@representa/service-kit';

export const keyUsedOtherwise = (): HttpError => new HttpError('idempotency_key.reused');
/** With `Retry-After`, which tells it from a conflict that stays. */
export const stillRunning = (): HttpError => new HttpError('idempotency_key.running', { retryAfter: 1 });
