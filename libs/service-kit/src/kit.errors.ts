import type { Fault } from '@representa/contracts';
import { HttpError } from './http-error.ts';

/** `20.000`, as a message in Portuguese shows it. */
export const formatNumber = (value: number): string => value.toLocaleString('pt-BR');

interface Invalid {
  /** In one of the contract's shapes. */
  details?: unknown;
  faults?: readonly Fault[];
  facts?: object;
  /** Replaces the general sentence. */
  headline?: string | undefined;
}

export const invalidInput = ({ headline: detail, ...invalid }: Invalid = {}): HttpError =>
  new HttpError('request.invalid', { detail, ...invalid });
export const invalidCursor = (): HttpError => new HttpError('cursor.invalid');
export const malformedUrl = (): HttpError => new HttpError('request.url_malformed');
export const notFromGateway = (): HttpError => new HttpError('request.not_from_gateway');
export const routeNotFound = (): HttpError => new HttpError('route.not_found');
export const methodNotAllowed = (): HttpError => new HttpError('route.method_not_allowed');
export const preconditionFailed = (): HttpError => new HttpError('record.version_mismatch');
export const bodyTooLarge = (): HttpError => new HttpError('request.body_too_large');
export const unsupportedMediaType = (expected = 'application/json'): HttpError =>
  new HttpError('request.media_type_unsupported', { detail: `Content-Type deve ser ${expected}` });
export const unsupportedEncoding = (): HttpError => new HttpError('request.encoding_unsupported');
const busySeconds = 5;
export const importRunning = (): HttpError => new HttpError('import.running', { retryAfter: busySeconds });
export const importsBusy = (): HttpError => new HttpError('import.busy', { retryAfter: busySeconds });
export const fileTooLarge = (): HttpError => new HttpError('import.file_too_large');
export const incompleteFile = (): HttpError => new HttpError('import.file_incomplete');
export const internalError = (detail?: string): HttpError => new HttpError('service.failed', { detail });
/** The company's own requests are too many at once. No 503: others are served, and no operator can help. */
export const tooManyAtOnce = (): HttpError => new HttpError('request.too_many_at_once', { retryAfter: 1 });
export const serviceUnavailable = (): HttpError => new HttpError('service.unavailable');

/** Messages in `details`. */
export const messages = {
  page: 'Deve ser um número inteiro a partir de 1',
  limit: (max: number) => `Deve ser um número inteiro de 1 a ${max}`,
  contradiction: (otherName: string) => `Enviado também como "${otherName}", com outro valor`,
  notStorable: 'Contém caracteres inválidos',
  invisible: 'Deve ter pelo menos um caractere visível',
} as const;
