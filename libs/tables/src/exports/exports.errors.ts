import { HttpError } from '@representa/service-kit';

const busySeconds = 5;
export const exportsRunning = (): HttpError => new HttpError('export.running', { retryAfter: busySeconds });
export const exportsBusy = (): HttpError => new HttpError('export.busy', { retryAfter: busySeconds });
