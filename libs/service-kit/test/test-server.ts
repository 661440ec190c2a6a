import { makeLogger } from '@representa/telemetry';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import { HttpError, line, listQuery, pageOrCursor, recordId } from '../src/index.ts';
import { makeServer } from '../src/process/index.ts';

const body = z.object({ nome: line(1, 10), itens: z.array(z.object({ produtoId: line(1, 10) })).optional() });
/** Files share it, so none of them closes it. It does not listen. */
export const app = makeServer(makeLogger('test', 'silent'));
app.post('/fields', { schema: { body }, config: { details: 'fields' } }, async (request) => request.body);
app.post('/issues', { schema: { body } }, async (request) => request.body);
app.post('/unchecked', async (request) => ({ names: Object.keys(request.body as object) }));
app.delete('/records/:id', { schema: { params: z.object({ id: recordId }) } }, async (request) => ({
  id: request.params.id,
  body: request.body ?? 'none',
}));
app.get('/list', { schema: { querystring: listQuery(z.object(pageOrCursor)) } }, async (request) => request.query);
const thrown: Record<string, unknown> = {
  error: new Error('connect to 10.0.0.1:5432 failed'),
  standby: Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
  full: Object.assign(new Error('could not extend file'), { code: '53100' }),
  text: 'secret',
  nothing: null,
  refusal: new HttpError('product.id_taken', { detail: 'Já existe', details: { id: 'x' } }),
  status: Object.assign(new Error('select * from api_keys'), { statusCode: 418, code: 'FST_SOMETHING' }),
};
app.get('/throw/:what', async (request) => {
  throw thrown[(request.params as { what: string }).what];
});

export const json = { 'content-type': 'application/json' };
export const bodyLimit = 1_048_576;
export const invalid = 'Dados de entrada inválidos';

/** Asks, and makes sure that any answer but a success is `{ error, details? }` in JSON. */
export const ask = async (request: InjectOptions) => {
  const response = await app.inject(request);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const answer = response.json();
  if (response.statusCode >= 400) {
    expect(typeof answer.error).toBe('string');
    expect(['details', 'error']).toEqual(expect.arrayContaining(Object.keys(answer)));
  }
  return { status: response.statusCode, answer };
};
export const post = (url: string, payload: string | Buffer, headers: Record<string, string> = json) =>
  ask({ method: 'POST', url, payload, headers });
