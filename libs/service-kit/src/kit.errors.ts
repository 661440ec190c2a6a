import { HttpError } from './http-error.ts';

/** `20.000`, as a message in Portuguese shows it. */
export const formatNumber = (value: number): string => value.toLocaleString('pt-BR');

export const invalidInput = (details: unknown, headline = 'Dados de entrada inválidos'): HttpError =>
  new HttpError(400, headline, details);
export const invalidCursor = (): HttpError => new HttpError(400, 'Cursor inválido');
export const malformedUrl = (): HttpError => new HttpError(400, 'URL inválida');
export const notFromGateway = (): HttpError => new HttpError(401, 'Acesso permitido somente pelo gateway');
export const routeNotFound = (): HttpError => new HttpError(404, 'Rota não encontrada');
export const methodNotAllowed = (): HttpError => new HttpError(405, 'Método não permitido');
export const preconditionFailed = (): HttpError =>
  new HttpError(412, 'O If-Match não é a ETag atual do registro: leia-o de novo');
export const bodyTooLarge = (): HttpError => new HttpError(413, 'Corpo da requisição maior que 1 MiB');
export const unsupportedMediaType = (expected = 'application/json'): HttpError =>
  new HttpError(415, `Content-Type deve ser ${expected}`);
export const unsupportedEncoding = (): HttpError =>
  new HttpError(415, 'Content-Encoding não é aceito: envie o corpo sem compressão');
const busySeconds = 5;
export const importRunning = (): HttpError =>
  new HttpError(429, 'Já há uma importação desta empresa em andamento', undefined, busySeconds);
export const importsBusy = (): HttpError =>
  new HttpError(503, 'Há importações demais em andamento', undefined, busySeconds);
export const fileTooLarge = (): HttpError => new HttpError(413, 'Arquivo maior que 20 MB');
export const incompleteFile = (): HttpError => new HttpError(400, 'Arquivo incompleto: nada foi importado');
export const internalError = (message = 'Erro interno'): HttpError => new HttpError(500, message);
/** The company's own requests are too many at once. No 503: others are served, and no operator can help. */
export const tooManyAtOnce = (): HttpError =>
  new HttpError(429, 'Requisições simultâneas demais desta empresa', undefined, 1);
export const serviceUnavailable = (): HttpError => new HttpError(503, 'Serviço indisponível');

/** Messages in `details` for a body that cannot be read: it is answered like any other invalid input. */
export const unreadableBody = {
  notJson: 'JSON inválido',
  depth: 'JSON inválido',
  values: 'O JSON tem valores demais',
  notUtf8: 'O texto deve estar em UTF-8',
} as const;

/** Messages in `details`. */
export const messages = {
  page: 'Deve ser um número inteiro a partir de 1',
  limit: (max: number) => `Deve ser um número inteiro de 1 a ${max}`,
  pageAndCursor: 'Use page ou cursor, não os dois',
  unknownParameter: 'Parâmetro desconhecido',
  unknownField: 'Campo desconhecido',
  repeatedParameter: 'Deve aparecer uma só vez',
  notStorable: 'Contém caracteres inválidos',
  invisible: 'Deve ter pelo menos um caractere visível',
} as const;
