import { afterEach, describe, expect, it } from 'vitest';
import * as client from '../src/index.ts';
import { type Scripted, startScripted } from './scripted-server.ts';

let server: Scripted;
afterEach(() => server?.close());

const failure = async (...steps: Parameters<typeof startScripted>): Promise<client.ApiError> => {
  server = await startScripted(...steps);
  const api = client.createApi({ baseUrl: `${server.url}/`, apiKey: 'key', retries: 0 });
  return api.GET('/api/v1/clients').then(
    () => Promise.reject(new Error('it succeeded')),
    (error) => error,
  );
};

describe('createApi', () => {
  it.each(['localhost:3000', '', 'https://api.exemplo.com.br/api/v1'])('refuses the address %j', (baseUrl) => {
    expect(() => client.createApi({ baseUrl, apiKey: 'key' })).toThrow(/^baseUrl must be like/);
  });
});

describe('errors', () => {
  it.each([
    [304, client.NotModified],
    [400, client.InvalidInput],
    [401, client.Unauthorized],
    [403, client.Forbidden],
    [404, client.NotFound],
    [405, client.ApiError],
    [409, client.Conflict],
    [410, client.CursorExpired],
    [412, client.VersionMismatch],
    [422, client.KeyReused],
    [429, client.TooManyRequests],
    [500, client.Unavailable],
    [503, client.Unavailable],
  ])('%i has a class of its own', async (status, Class) => {
    const error = await failure({ status, ...(status !== 304 && { body: { error: 'Uma frase' } }) });
    expect(error.constructor).toBe(Class);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ name: Class === client.ApiError ? 'ApiError' : Class.name, status, attempts: 1 });
    if (status !== 304) expect(error.message).toBe('Uma frase');
  });

  it('carry the code and the faults of an error as of RFC 9457, also as fields and rows', async () => {
    const fault = (campo: string, linha?: number) => ({
      campo,
      codigo: 'field.required',
      mensagem: 'Campo obrigatório',
      ...(linha && { linha }),
    });
    const errors = [fault('nome'), fault('email', 2), fault('nome', 2)];
    const body = { detail: 'Dados de entrada inválidos', codigo: 'request.invalid', errors, details: { total: 1 } };
    expect(await failure({ status: 400, body })).toMatchObject({
      message: 'Dados de entrada inválidos',
      codigo: 'request.invalid',
      errors,
      details: { total: 1 },
      fields: { nome: 'Campo obrigatório' },
      rows: [{ linha: 2, campos: { email: 'Campo obrigatório', nome: 'Campo obrigatório' } }],
    });
  });

  it('carry details, request id and Retry-After', async () => {
    const details = [{ code: 'too_small', message: 'Deve ser no mínimo 1', path: ['page'], minimum: 1 }];
    const error = await failure({
      status: 400,
      headers: { 'retry-after': '2' },
      body: { error: 'Dados de entrada inválidos', details },
    });
    expect(error).toMatchObject({ details, requestId: 'req-1', retryAfter: 2 });
  });

  it.each([
    ['an object', { email: 'Formato de email inválido', 'itens.0.produtoId': 'Campo obrigatório' }],
    [
      'a list',
      [
        { code: 'invalid_string', message: 'Formato de email inválido', path: ['email'] },
        { code: 'custom', message: 'Contém caracteres inválidos', path: ['email'] },
        { code: 'invalid_type', message: 'Campo obrigatório', path: ['itens', '0', 'produtoId'] },
      ],
    ],
  ])('of invalid input have messages by field, from %s', async (_shape, details) => {
    const error = await failure({ status: 400, body: { error: 'Dados de entrada inválidos', details } });
    expect(error).toMatchObject({
      fields: { email: 'Formato de email inválido', 'itens.0.produtoId': 'Campo obrigatório' },
      rows: [],
    });
  });

  it('of invalid input have the rows of a file, or nothing but a message', async () => {
    const linhas = [{ linha: 2, campos: { nome: 'Campo obrigatório' } }];
    const body = { error: 'Dados de entrada inválidos', details: { total: 1, linhas } };
    expect(await failure({ status: 400, body })).toMatchObject({ fields: {}, rows: linhas });
    const whole = [{ code: 'custom', message: 'JSON inválido', path: [] }];
    expect(await failure({ status: 400, body: { ...body, details: whole } })).toMatchObject({
      fields: { body: 'JSON inválido' },
    });
    expect(await failure({ status: 400, body: { error: 'Cursor inválido' } })).toMatchObject({ fields: {}, rows: [] });
  });

  it.each([
    ['HTML of a proxy', '<html>Bad Gateway</html>'],
    ['nothing', undefined],
    ['null', 'null'],
    ['other JSON', '{"error": 7, "details": "x"}'],
  ])('are made of any body: %s', async (_what, body) => {
    const error = await failure({ status: 502, headers: { 'content-type': 'text/html' }, body });
    expect(error).toBeInstanceOf(client.Unavailable);
    expect(error).toMatchObject({ message: 'O servidor respondeu 502', details: undefined });
  });

  it('of a successful reply that is not JSON are visible', async () => {
    const error = await failure({ headers: { 'content-type': 'text/html' }, body: '<html>Login</html>' });
    expect(error).toMatchObject({ status: 200, message: 'A resposta não é JSON (text/html): leia-a com parseAs' });
    expect(error).toBeInstanceOf(client.ApiError);
  });

  it('of a successful reply that says that it is JSON and is not are visible', async () => {
    const error = await failure({ body: '<html>Login</html>' });
    expect(error).toMatchObject({
      status: 200,
      message: 'A resposta não é JSON (application/json; charset=utf-8): leia-a com parseAs',
    });
    expect(error).toBeInstanceOf(client.ApiError);
  });

  it('of a report as CSV say how it is read', async () => {
    server = await startScripted({ headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 'a;b' });
    const { GET } = client.createApi({ baseUrl: server.url, apiKey: 'key' });
    const params = { query: { formato: 'csv', dia: 'segunda' } } as const;
    await expect(GET('/api/v1/reports/route', { params })).rejects.toMatchObject({
      name: 'ApiError',
      message: 'A resposta não é JSON (text/csv; charset=utf-8): leia-a com parseAs',
    });
    expect((await GET('/api/v1/reports/route', { params, parseAs: 'text' })).body).toBe('a;b');
  });

  it('of a file that is cut off say that there was no reply', async () => {
    server = await startScripted('cut-file');
    const { GET } = client.createApi({ baseUrl: server.url, apiKey: 'key' });
    for (const parseAs of ['text', 'blob', 'arrayBuffer'] as const)
      await expect(GET('/api/v1/clients/export', { parseAs })).rejects.toMatchObject({
        name: 'NoReply',
        status: 0,
        attempts: 1,
        cause: expect.any(TypeError),
      });
  });

  it('of a file that the caller aborts are the reason of the abort', async () => {
    server = await startScripted('stall-file');
    const { GET } = client.createApi({ baseUrl: server.url, apiKey: 'key' });
    const signal = AbortSignal.timeout(200);
    const reading = GET('/api/v1/clients/export', { parseAs: 'text', signal });
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
