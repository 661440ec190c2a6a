import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type ApiOptions, Conflict, createApi, NoReply, TooManyRequests, Unavailable } from '../src/index.ts';
import { type Scripted, startScripted } from './scripted-server.ts';

let server: Scripted;
afterEach(() => server.close());

const start = async (...steps: Parameters<typeof startScripted>): Promise<void> => {
  server = await startScripted(...steps);
};
const api = (options: Partial<ApiOptions> = {}) => createApi({ baseUrl: server.url, apiKey: 'key', ...options });
const body = { nome: 'Indústria Aurora' };
const created = { status: 201, body: { success: true, data: { id: '1' } } };
const unavailable = { status: 503, body: { error: 'Serviço indisponível' } };
const keys = (): unknown[] => server.received.map(({ headers }) => headers['idempotency-key']);

describe('a POST', () => {
  it('is repeated after a 408: it did not arrive whole, so nothing was carried out', async () => {
    await start({ status: 408, body: { error: 'Tempo para enviar a requisição esgotado' } }, created);
    const { status } = await api().POST('/api/v1/representadas', { body });
    expect([status, server.received.length]).toEqual([201, 2]);
  });

  it('is repeated with the same Idempotency-Key and body after a 503, a lost connection and a cut reply', async () => {
    await start(unavailable, 'lose', 'cut', created);
    const reply = await api().POST('/api/v1/representadas', { body });
    expect([reply.status, reply.body.data.id]).toEqual([201, '1']);
    expect(server.received.map((one) => JSON.parse(one.body))).toEqual([body, body, body, body]);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys()).size).toBe(1);
  });

  it('has another key at the next call, or the one that it is given', async () => {
    await start(created);
    await api().POST('/api/v1/representadas', { body });
    await api().POST('/api/v1/representadas', { body });
    await api().POST('/api/v1/representadas', { body, params: { header: { 'Idempotency-Key': 'mine' } } });
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[2]).toBe('mine');
  });

  it('has a key also when its method is written in lower case', async () => {
    await start(unavailable, created);
    await api().request('post', '/api/v1/representadas', { body });
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys()).size).toBe(1);
  });

  it('is repeated while its first attempt is still running', async () => {
    await start('lose', { status: 409, headers: { 'retry-after': '1' }, body: { error: 'em andamento' } }, created);
    expect((await api().POST('/api/v1/representadas', { body })).status).toBe(201);
  });

  it('is not repeated after a conflict', async () => {
    await start({ status: 409, body: { error: 'CNPJ já cadastrado' } });
    await expect(api().POST('/api/v1/representadas', { body })).rejects.toBeInstanceOf(Conflict);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['text', (csv: string) => csv],
    ['bytes', (csv: string) => new TextEncoder().encode(csv)],
    ['a stream', (csv: string) => new Blob([csv]).stream()],
    [
      'a file that the browser takes for a table',
      (csv: string) => new Blob([csv], { type: 'application/vnd.ms-excel' }),
    ],
  ])('with %s as body is sent unchanged and once', async (_what, make) => {
    await start(unavailable);
    const importing = api().request('POST', '/api/v1/clients/import?simular=true', { body: make('a;b\r\n') });
    await expect(importing).rejects.toMatchObject({ status: 503, attempts: 1 });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ body: 'a;b\r\n', headers: { 'content-type': 'text/csv' } });
  });

  it('with a statement as body is sent again, with the same Idempotency-Key', async () => {
    await start(unavailable, created);
    const { status } = await api().request('POST', '/api/v1/commissions/reconcile', { body: 'pedido;valor\r\n' });
    expect(status).toBe(201);
    const [first, second] = server.received.map(({ body, headers }) => [body, headers['idempotency-key']]);
    expect(first).toEqual(['pedido;valor\r\n', expect.any(String)]);
    expect(second).toEqual(first);
  });
});

describe('a POST that takes no Idempotency-Key', () => {
  it.each(['lose', unavailable] as const)('makes no key twice (%j)', async (step) => {
    await start(step, created);
    const failure = { attempts: 1 };
    const rotation = { params: { path: { id: '1' } }, body: {} };
    await expect(api().POST('/api/v1/keys', { body: { rotulo: 'ERP', escopo: 'read' } })).rejects.toMatchObject(
      failure,
    );
    expect(server.received).toHaveLength(1);
    server.close();
    await start(step, created);
    await expect(api({ retries: 9 }).POST('/api/v1/keys/{id}/rotate', rotation)).rejects.toMatchObject(failure);
    expect(server.received).toHaveLength(1);
    server.close();
    await start(step, created);
    await expect(api().request('post', '/api/v1/keys', { body: {} })).rejects.toMatchObject(failure);
    expect(server.received).toHaveLength(1);
  });

  it('is of keys, or a file: nothing else is repeated without protection', () => {
    const types = readFileSync(new URL('../src/api.generated.ts', import.meta.url), 'utf8');
    const posts = new Set([...types.matchAll(/ post: operations\["(\w+)"\]/g)].map(([, name]) => name));
    const operations = [...types.matchAll(/^ {4}(\w+): \{\n {8}parameters: \{[\s\S]*?^ {4}\};/gm)];
    const unprotected = operations
      .filter(([text, name]) => posts.has(name) && !text.includes('"Idempotency-Key"'))
      .map(([, name]) => name);
    expect(operations.length).toBeGreaterThan(posts.size);
    expect(unprotected.sort()).toEqual([
      'createKey',
      'importClients',
      'importProducts',
      'importRepresentadas',
      'rotateKey',
    ]);
  });
});

describe('other methods', () => {
  it('are repeated without a key', async () => {
    await start('lose', { body: { success: true, data: {} } });
    await api().PUT('/api/v1/clients/{id}', { params: { path: { id: 'a/b' } }, body: { nome: 'x' } });
    expect(server.received.map(({ method, path }) => [method, path])).toEqual([
      ['PUT', '/api/v1/clients/a%2Fb'],
      ['PUT', '/api/v1/clients/a%2Fb'],
    ]);
    expect(keys()).toEqual([undefined, undefined]);
  });
});

describe('a reply that is not used', () => {
  it('leaves no connection open, whatever its type', async () => {
    await start({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }, { body: {} });
    const replies: Response[] = [];
    const keeping = async (request: Request, init: { signal: AbortSignal }): Promise<Response> => {
      const reply = await fetch(request, init);
      replies.push(reply);
      return reply;
    };
    expect((await api({ fetch: keeping }).GET('/api/v1/sales')).status).toBe(200);
    expect(replies.map(({ status, bodyUsed }) => [status, bodyUsed])).toEqual([
      [502, true],
      [200, true],
    ]);
  });
});

describe('a file', () => {
  it('is text unless the caller says otherwise, and is asked for again when it was cut', async () => {
    const file = { headers: { 'content-type': 'text/csv; charset=utf-8' }, body: 'id;nome' };
    await start('cut-file', file);
    expect((await api().GET('/api/v1/clients/export')).body).toBe('id;nome');
    expect(await (await api().GET('/api/v1/clients/export', { parseAs: 'blob' })).body.text()).toBe('id;nome');
  });

  it('is the only reply of an export, and of nothing else', () => {
    const types = readFileSync(new URL('../src/api.generated.ts', import.meta.url), 'utf8');
    const replies = [...types.matchAll(/^ {4}(\w+): \{\n {8}parameters: [\s\S]*?^ {12}20\d: ([\s\S]*?)^ {12}\};/gm)];
    const files = replies.filter(
      ([, , reply]) => reply?.includes('"text/csv"') && !reply.includes('"application/json"'),
    );
    const paths = [...types.matchAll(/"\/api\/v1\/(\w+)\/export": /g)].map(([, noun]) => noun);
    expect(files.map(([, name]) => name?.toLowerCase()).sort()).toEqual(paths.map((noun) => `export${noun}`).sort());
    expect(files).toHaveLength(4);
  });
});

describe('a reply that is streamed', () => {
  it('has no time limit once it has begun, and ends when the caller aborts', async () => {
    await start('stall-file');
    const stop = new AbortController();
    const options = { signal: stop.signal, parseAs: 'stream', attemptMs: 500 } as const;
    const { body: stream } = await api().request('GET', '/api/v1/clients/export', options);
    const reader = (stream as ReadableStream).getReader();
    expect((await reader.read()).done).toBe(false);
    const rest = reader.read().catch((error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 600));
    stop.abort(new Error('the user left'));
    expect(await rest).toBe('the user left');
  });
});

describe('pauses', () => {
  const pausesMs = (): number[] => server.received.slice(1).map(({ at }, i) => at - (server.received[i]?.at ?? 0));

  it('last as long as Retry-After says, and differ', async () => {
    const busy = { ...unavailable, headers: { 'retry-after': '1' } };
    await start(busy, busy, { body: {} });
    await api().GET('/api/v1/sales');
    const [first = 0, second = 0] = pausesMs();
    for (const ms of [first, second]) {
      expect(ms).toBeGreaterThanOrEqual(990);
      expect(ms).toBeLessThan(1_600);
    }
    expect(first).not.toBe(second);
  });

  it('read Retry-After as a date too', async () => {
    const date = new Date(Date.now() + 2_000).toUTCString();
    await start({ ...unavailable, headers: { 'retry-after': date } }, { body: {} });
    await api().GET('/api/v1/sales');
    expect(pausesMs()[0]).toBeGreaterThan(500);
  });

  it('are not begun when they would end after the deadline', async () => {
    await start({ status: 429, headers: { 'retry-after': '3600' }, body: { error: 'Muitas requisições' } });
    const begun = performance.now();
    const error = await api({ deadlineMs: 2_000 })
      .GET('/api/v1/sales')
      .catch((one) => one);
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error).toMatchObject({ status: 429, retryAfter: 3600, attempts: 1 });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('end when the caller aborts', async () => {
    await start({ ...unavailable, headers: { 'retry-after': '20' } });
    const stop = new AbortController();
    const calling = api().GET('/api/v1/sales', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('the user left')), 100);
    await expect(calling).rejects.toThrow('the user left');
    expect(server.received).toHaveLength(1);
  });
});

describe('limits', () => {
  it('end the retries by number', async () => {
    await start(unavailable);
    const error = await api({ retries: 2 })
      .GET('/api/v1/sales')
      .catch((one) => one);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ status: 503, message: 'Serviço indisponível', attempts: 3 });
    expect(server.received).toHaveLength(3);
  });

  it('end an attempt that is not answered, and the call at its deadline', async () => {
    await start('hang');
    const begun = performance.now();
    const error = await api({ attemptMs: 200, deadlineMs: 1_000 })
      .GET('/api/v1/sales')
      .catch((one) => one);
    expect(performance.now() - begun).toBeLessThan(1_900);
    expect(error).toBeInstanceOf(NoReply);
    expect(error).toMatchObject({ status: 0, message: 'Sem resposta do servidor', cause: { name: 'TimeoutError' } });
    expect(error.attempts).toBe(server.received.length);
    expect(error.attempts).toBeGreaterThan(1);
  });

  it('of one call replace those of the client', async () => {
    await start('lose');
    const failure = api({ retries: 9 }).GET('/api/v1/sales', { retries: 0 });
    await expect(failure).rejects.toMatchObject({ status: 0, attempts: 1 });
  });

  it('leave a call that is aborted alone', async () => {
    await start('hang');
    const calling = api().GET('/api/v1/sales', { signal: AbortSignal.timeout(100) });
    await expect(calling).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(server.received).toHaveLength(1);
  });

  it('are longer for a call that asks the API to wait', async () => {
    server = await startScripted({ body: { data: [], limit: 100, next_cursor: 'c' } });
    const slow = async (request: Request, init: { signal: AbortSignal }): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return fetch(request, init);
    };
    const limits = { fetch: slow, attemptMs: 200, deadlineMs: 200, retries: 0 };
    const { status } = await api(limits).GET('/api/v1/sales/changes', { params: { query: { espera: 1 } } });
    expect(status).toBe(200);
  });
});
