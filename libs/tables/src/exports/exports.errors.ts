import { HttpError } from '@representa/service-kit';

const busySeconds = 5;
export const exportsRunning = (): HttpError =>
  new HttpError(429, 'Já há exportações demais desta empresa em andamento', undefined, busySeconds);
export const exportsBusy = (): HttpError =>
  new HttpError(503, 'Há exportações demais em andamento', undefined, busySeconds);
