import {
  Conflict,
  createApi,
  eachPage,
  followChanges,
  InvalidInput,
  NotFound,
  NotModified,
  Unauthorized,
  VersionMismatch,
} from '@representa/client';
import { describe, expect, test } from 'vitest';
import { a, b, baseUrl } from './api.ts';
import { keys } from './config.ts';
import { clientBody, createClient, createParties, createSale, times, unknownId, word } from './records.ts';

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error) => error,
  );
const idOf = (id: string) => ({ path: { id } });

describe('the client', () => {
  test('[LIB-01] keeps versions apart by ETag', async () => {
    const { id } = await createSale(await createParties(), { status: 'Pedido' });
    const etag = (await a.client.GET('/api/v1/sales/{id}', { params: idOf(id) })).headers.get('etag') ?? '';
    const read = (version: string) =>
      a.client.GET('/api/v1/sales/{id}', { params: { ...idOf(id), header: { 'If-None-Match': version } } });
    const update = (version: string) =>
      a.client.PUT('/api/v1/sales/{id}', {
        params: { ...idOf(id), header: { 'If-Match': version } },
        body: { status: 'Enviado' },
      });
    expect(await failure(read(etag))).toBeInstanceOf(NotModified);
    expect((await update(etag)).body.data.status).toBe('Enviado');
    expect(await failure(update(etag))).toBeInstanceOf(VersionMismatch);
    expect((await read(etag)).body.data.status).toBe('Enviado');
  });

  test('[LIB-02] throws errors with status, message and details', async () => {
    const invalid = await failure(a.client.POST('/api/v1/clients', { body: clientBody({ email: 'x' }) }));
    expect(invalid).toBeInstanceOf(InvalidInput);
    expect(invalid).toMatchObject({
      status: 400,
      message: 'Dados de entrada inválidos',
      codigo: 'request.invalid',
      errors: [{ campo: 'email', codigo: 'field.invalid_format', mensagem: 'Formato de email inválido' }],
      requestId: expect.stringMatching(/\S/),
      attempts: 1,
    });
    const { email } = await createClient();
    const taken = await failure(a.client.POST('/api/v1/clients', { body: clientBody({ email }) }));
    expect(taken).toBeInstanceOf(Conflict);
    expect(taken).toMatchObject({
      status: 409,
      message: 'Email já cadastrado no sistema',
      codigo: 'client.email_taken',
    });
    expect(await failure(a.client.DELETE('/api/v1/clients/{id}', { params: idOf(unknownId()) }))).toBeInstanceOf(
      NotFound,
    );
    expect(await failure(createApi({ baseUrl, apiKey: 'wrong' }).GET('/api/v1/sales'))).toBeInstanceOf(Unauthorized);
  });

  test('[LIB-03] creates nothing twice when a reply is lost', async () => {
    let sent = 0;
    const { POST } = createApi({
      baseUrl,
      apiKey: keys.a,
      fetch: async (request, init) => {
        sent += 1;
        const response = await fetch(request, init);
        if (sent < 3) throw new TypeError('the reply was lost');
        return response;
      },
    });
    const nome = word();
    const { body, headers } = await POST('/api/v1/representadas', { body: { nome } });
    expect([sent, headers.get('idempotency-replayed')]).toEqual([3, 'true']);
    const query = { search: nome };
    const { body: list } = await a.client.GET('/api/v1/representadas', { params: { query } });
    expect(list.data.map(({ id }) => id)).toEqual([body.data.id]);
  });

  test('[LIB-04] iterates over the pages of a list', async () => {
    const tag = word();
    const created = await Promise.all(times(5, (i) => createClient({ nome: `${tag} ${i}` })));
    const seen: string[] = [];
    const params = { query: { search: tag, limit: 2 } };
    for await (const { data, total } of eachPage(a.client, '/api/v1/clients', { params })) {
      expect(total).toBe(5);
      seen.push(...data.map(({ id }) => id));
    }
    expect(seen.sort()).toEqual(created.map(({ id }) => id).sort());
  });

  test('[LIB-05] follows changes: all there is, then what happens, deletes too', async () => {
    const stop = AbortSignal.timeout(15_000);
    const first = await createClient();
    let cursor = '';
    const known = new Set<string>();
    const upToNow = { params: { query: { espera: 0 } } };
    for await (const { data, next_cursor } of followChanges(a.client, '/api/v1/clients/changes', upToNow)) {
      for (const { tipo, id } of data) tipo === 'alterado' ? known.add(id) : known.delete(id);
      cursor = next_cursor;
    }
    expect(known).toContain(first.id);

    const following = (async () => {
      const seen: string[] = [];
      const options = { params: { query: { cursor, espera: 5 } }, signal: stop };
      for await (const { data } of followChanges(a.client, '/api/v1/clients/changes', options)) {
        seen.push(...data.filter(({ id }) => id === first.id).map(({ tipo }) => tipo));
        if (seen.includes('excluido')) return seen;
      }
      return seen;
    })();
    const params = idOf(first.id);
    await a.client.PUT('/api/v1/clients/{id}', { params, body: { nome: 'Outro' } });
    await a.client.DELETE('/api/v1/clients/{id}', { params });
    expect((await following).at(-1)).toBe('excluido');
    expect(await failure(b.client.GET('/api/v1/clients/{id}', { params }))).toBeInstanceOf(NotFound);
  });
});
