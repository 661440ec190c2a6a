import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { app, ask, bodyLimit, invalid, json, post } from './test-server.ts';

describe('a request without a body', () => {
  it.each([
    ['no content type', {}],
    ['a content type nevertheless', json],
    ['a content type and a length of zero', { ...json, 'content-length': '0' }],
  ])('deletes, with %s', async (_what, headers) => {
    const url = '/records/0198f3c4-0000-7000-8000-000000000001';
    expect(await ask({ method: 'DELETE', url, headers })).toEqual({
      status: 200,
      answer: { id: '0198f3c4-0000-7000-8000-000000000001', body: 'none' },
    });
  });

  it.each(['%00', '%F0%9F%98%80', '..%2f..', 'x', '1e3'])('asks for a record that nobody has: %s', async (id) => {
    const { answer } = await ask({ method: 'DELETE', url: `/records/${id}` });
    expect(answer.id).toBe('00000000-0000-0000-0000-000000000000');
  });
});

describe('an address', () => {
  const notFound = { status: 404, answer: { error: 'Rota não encontrada' } };

  it.each<[string, string]>([
    ['GET', '/unknown'],
    ['GET', '/list/'],
    ['GET', '//list'],
    ['PATCH', '/fields'],
    ['PROPFIND', '/fields'],
    ['GET', '/constructor'],
    ['GET', '/__proto__'],
  ])('%s %s is unknown', async (method, url) => {
    expect(await ask({ method: method as 'GET', url })).toEqual(notFound);
  });

  it('is unknown whatever is announced there', async () => {
    expect(await post('/unknown', 'x', { 'content-type': 'text/plain' })).toEqual(notFound);
  });

  it.each(['/%', '/%zz', '/records/%ff', '/records/%c0%80', '/records/%E0%A4%A'])('%s is malformed', async (url) => {
    expect(await ask({ method: 'DELETE', url })).toEqual({ status: 400, answer: { error: 'URL inválida' } });
  });

  it.each(['page=%zz', 'page=%00', 'page=1&page=2', 'page[]=1&page=0', 'limit=0', 'limit', '%=&page=x'])(
    'has a bad query: %s',
    async (query) => {
      const { status, answer } = await ask({ method: 'GET', url: `/list?${query}` });
      expect([status, answer.error, Array.isArray(answer.details)]).toEqual([400, invalid, true]);
    },
  );

  it('whatever its characters, is never an internal error', async () => {
    const part = fc.oneof(
      fc.constantFrom('%', '%2', '%ff', '%00', '/', '?', '&', '=', 'page', 'list', 'records'),
      fc.webSegment(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        expect((await ask({ method: 'GET', url: `/${parts.join('').replace(/^\/+/, '')}` })).status).toBeLessThan(500);
      }),
    );
  });
});

describe('a failure', () => {
  it.each(['error', 'text', 'nothing', 'status'])('tells nothing of itself: %s', async (what) => {
    expect(await ask({ method: 'GET', url: `/throw/${what}` })).toEqual({
      status: 500,
      answer: { error: 'Erro interno' },
    });
  });

  it.each(['standby', 'full'])('of a database that cannot write is an outage: %s', async (what) => {
    expect(await ask({ method: 'GET', url: `/throw/${what}` })).toEqual({
      status: 503,
      answer: { error: 'Serviço indisponível' },
    });
  });

  it('that is an answer is told as it is', async () => {
    expect(await ask({ method: 'GET', url: '/throw/refusal' })).toEqual({
      status: 409,
      answer: { error: 'Já existe', details: { id: 'x' } },
    });
  });
});

describe('the exchange id of the gateway', () => {
  it.each<[string, InjectOptions['method'] & string, string, number]>([
    ['a success', 'GET', '/list', 200],
    ['an unknown address', 'GET', '/unknown', 404],
    ['a malformed address', 'GET', '/%zz', 400],
    ['a body that is no JSON', 'POST', '/fields', 400],
    ['an internal error', 'GET', '/throw/error', 500],
  ])('is echoed by %s', async (_what, method, url, status) => {
    const headers = { ...json, 'x-exchange-id': 'abc.1' };
    const reply = await app.inject({ method, url, headers, ...(method === 'POST' && { payload: '{' }) });
    expect([reply.statusCode, reply.headers['x-exchange-id']]).toEqual([status, 'abc.1']);
  });
});

describe('what comes before the body', () => {
  it('an id as long as a URL may be reaches its route', async () => {
    expect((await ask({ method: 'DELETE', url: `/records/${'x'.repeat(15_000)}` })).status).toBe(200);
  });

  it.each(['{', 'x'.repeat(bodyLimit + 1)])(
    'an unknown address is not found before its body is read',
    async (payload) => {
      expect((await post('/unknown', payload)).status).toBe(404);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('an empty body of type %s is no body', async (type) => {
    expect((await ask({ method: 'DELETE', url: '/records/x', headers: { 'content-type': type } })).status).toBe(200);
  });
});
