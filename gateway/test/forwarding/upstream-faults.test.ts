import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startStopwatch, startTestStack, type TestStack, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from '../gateway.ts';
import { call, type Reply } from '../http.ts';
import {
  answerEcho,
  answerTo,
  type Behaviour,
  exchangeId,
  startRawUpstream,
  startUpstream,
  type TestUpstream,
} from '../upstream.ts';

let stack: TestStack;
let empresa: TestEmpresa;
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
  stack = await startTestStack();
  const { empresas, database } = openEmpresas(stack);
  empresa = await createEmpresa(empresas);
  await database.end();
});

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

afterAll(() => stack.stop());

const begin = async <T extends { close(): unknown }>(starting: Promise<T>): Promise<T> => {
  const started = await starting;
  opened.push(started);
  return started;
};

const gatewayTo = (urls: string[], changes: Partial<Config> = {}): Promise<Gateway> =>
  begin(startGateway(stack, { SALES_URL: urls, ...changes }));

const list = (gateway: Gateway, more = {}): Promise<Reply> =>
  call(gateway.port, '/api/v1/sales', { key: empresa.key, ...more });

const expectUnavailable = ({ status, json, headers, text }: Reply): void => {
  expect([status, json]).toEqual([503, { error: 'Serviço indisponível' }]);
  expect(headers['retry-after']).toBe('1');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toBeDefined();
  expect(text).not.toMatch(/127|ECONN|undici|socket/i);
};

/** All that a caller gets which reads more slowly than the service sends. */
const readSlowly = async (gateway: Gateway): Promise<string> => {
  const socket = connect(gateway.port, '127.0.0.1').setEncoding('latin1');
  socket.write(`GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${empresa.key}\r\n\r\n`);
  let received = '';
  for await (const text of socket) {
    received += text;
    await delay(2);
  }
  return received;
};

interface ServiceProcess {
  url: string;
  child: ChildProcess;
  close(): Promise<void>;
}

const startProcess = async (port = 0): Promise<ServiceProcess> => {
  const child = fork(fileURLToPath(new URL('./upstream-process.mjs', import.meta.url)), [String(port)]);
  const [listening] = await once(child, 'message');
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${listening}`, child, close };
};

const ok = `HTTP/1.1 200 OK\r\n${exchangeId}\r\n`;
const half = `${ok}content-type: application/json\r\ncontent-length: 20\r\n\r\n{"half":`;

describe('a service that', () => {
  test('is not there: 503 at once, for every method', async () => {
    const gateway = await gatewayTo(['http://127.0.0.1:1'], { REQUEST_TIMEOUT_MS: 30_000 });
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const reply = await list(gateway, { method, ...(method === 'POST' && { body: '{}' }) });
      expectUnavailable(reply);
      // It did not wait for the deadline.
      expect(reply.ms).toBeLessThan(5_000);
    }
  });

  test('is away does not harm the others', async () => {
    const upstream = await begin(startUpstream());
    const gateway = await gatewayTo(['http://127.0.0.1:1'], { CLIENTS_URL: [upstream.url] });
    expectUnavailable(await list(gateway));
    expect((await call(gateway.port, '/api/v1/clients', { key: empresa.key })).status).toBe(200);
  });

  test('answers 503 itself is asked once', async () => {
    const unwell: Behaviour = (_echo, response) =>
      void response.writeHead(503, { 'retry-after': '3', 'content-type': 'application/json' }).end('{"error":"x"}');
    const upstream = await begin(startUpstream(unwell));
    const reply = await list(await gatewayTo([upstream.url]));
    expect([reply.status, reply.json, reply.headers['retry-after']]).toEqual([503, { error: 'x' }, '3']);
    await delay(200);
    expect(upstream.received).toHaveLength(1);
  });

  test('has another secret: 503, since the caller can do nothing about it', async () => {
    const strict: Behaviour = (_echo, response) => void response.writeHead(401, { 'content-length': 2 }).end('{}');
    const upstream = await begin(startUpstream(strict));
    const gateway = await gatewayTo([upstream.url]);
    expectUnavailable(await list(gateway));
    expect(gateway.lines.some((line) => line.includes('GATEWAY_SECRET'))).toBe(true);
  });

  test('is too slow: 503 when the time is over, exactly, and the request is given up', async () => {
    let givenUp = 0;
    const upstream = await begin(
      startUpstream((echo, response, request) => {
        const answering = setTimeout(() => answerEcho(echo, response, request), 3_000);
        response.on('close', () => {
          clearTimeout(answering);
          givenUp++;
        });
      }),
    );
    const gateway = await gatewayTo([upstream.url], { REQUEST_TIMEOUT_MS: 1_000 });
    for (const body of [undefined, '{"a":1}']) {
      const begun = performance.now();
      // Otherwise it would be the service's answer.
      expectUnavailable(await list(gateway, body ? { method: 'POST', body } : {}));
      expect(performance.now() - begun).toBeGreaterThan(900);
    }
    await until('the service knows', () => givenUp === 2);
    expect(upstream.received).toHaveLength(2);
  });

  test('stops in the middle of a short reply: 503', async () => {
    const upstream = await begin(
      startRawUpstream((socket) => socket.once('data', (request) => socket.end(answerTo(request, half)))),
    );
    expectUnavailable(await list(await gatewayTo([upstream.url])));
  });

  test('hangs in the middle of a short reply: 503 in time', async () => {
    const upstream = await begin(
      startRawUpstream((socket) =>
        socket.once('data', (request) => {
          socket.write(answerTo(request, half));
          setTimeout(() => socket.write('"of it"   }'), 3_000);
        }),
      ),
    );
    expectUnavailable(await list(await gatewayTo([upstream.url], { REQUEST_TIMEOUT_MS: 300 })));
  });

  test('dies in the middle of a long reply: the caller sees that it is not whole', async () => {
    const head = half.replace('length: 20', 'length: 9000000');
    const upstream = await begin(
      startRawUpstream((socket) =>
        socket.once('data', (request) => {
          socket.write(answerTo(request, head) + 'x'.repeat(1_000_000));
          setTimeout(() => socket.destroy(), 100);
        }),
      ),
    );
    const gateway = await gatewayTo([upstream.url]);
    await expect(list(gateway)).rejects.toThrow(/aborted|hang up|reset/i);
    expect((await call(gateway.port, '/healthz')).status).toBe(200);
    const lines = () => gateway.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    await until('it is logged', () => lines().length > 0);
    expect(lines()).toMatchObject([{ level: 50, status: 503, reason: expect.stringContaining('broke off') }]);
  });

  test('dies between the head and the body of a long reply: 503', async () => {
    const head = `${ok}content-disposition: attachment; filename="sales.csv"\r\ncontent-length: 9000000\r\n\r\n`;
    const upstream = await begin(
      startRawUpstream((socket) =>
        socket.once('data', (request) => {
          socket.write(answerTo(request, head));
          setTimeout(() => socket.destroy(), 100);
        }),
      ),
    );
    const reply = await list(await gatewayTo([upstream.url]));
    expectUnavailable(reply);
    expect(reply.headers['content-disposition']).toBeUndefined();
  });

  test('stops with a reply that is long and read slowly: it arrives whole', async () => {
    const long = 'x'.repeat(20_000_000);
    const head = { 'content-length': long.length, connection: 'close' };
    const stopping = await begin(startUpstream((_echo, response) => void response.writeHead(200, head).end(long)));
    const text = await readSlowly(await gatewayTo([stopping.url]));
    expect(text.startsWith('HTTP/1.1 200 ') && text.endsWith(`\r\n\r\n${long}`)).toBe(true);
  });

  test('stops with a long reply to a write, which was carried out: the caller is told', async () => {
    const long = 'x'.repeat(300_000);
    const stopping = await begin(
      startUpstream((_echo, response) => void response.writeHead(201, { connection: 'close' }).end(long)),
    );
    const reply = await list(await gatewayTo([stopping.url]), { method: 'POST', body: '{}' });
    expect([reply.status, reply.text.length]).toEqual([201, long.length]);
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a strange status', `${ok.replace('200', '999')}content-length: 2\r\n\r\nok`],
    ['two lengths', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
    ['of another request', `${ok.replace('$EXCHANGE', 'abc.1')}content-length: 2\r\n\r\nok`],
    ['of no request', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['nothing', ''],
  ])('speaks %s: 503', async (_what, bytes) => {
    const upstream = await begin(
      startRawUpstream((socket) => socket.once('data', (request) => socket.end(answerTo(request, bytes)))),
    );
    const gateway = await gatewayTo([upstream.url]);
    expectUnavailable(await list(gateway));
    expectUnavailable(await list(gateway, { method: 'POST', body: '{}' }));
  });

  test('accepts no connection: 503 within the time to connect', async () => {
    // An address that is reserved for documentation: packets to it go nowhere.
    const reply = await list(await gatewayTo(['http://192.0.2.1:9']));
    expectUnavailable(reply);
    expect(reply.ms).toBeLessThan(2_000);
  });
});

describe('a process that', () => {
  test('is stopped answers again when it goes on', async () => {
    const service = await begin(startProcess());
    const gateway = await gatewayTo([service.url], { REQUEST_TIMEOUT_MS: 1_000 });
    expect((await list(gateway)).status).toBe(200);
    service.child.kill('SIGSTOP');
    for (const more of [{}, { method: 'POST', body: 'x'.repeat(1_000_000) }]) {
      const reply = await list(gateway, more);
      expectUnavailable(reply);
      expect(reply.ms).toBeLessThan(2_000);
    }
    service.child.kill('SIGCONT');
    expect((await list(gateway)).status).toBe(200);
  });

  test('is killed fails what it was doing, and serves again when it is back', async () => {
    const service = await begin(startProcess());
    const gateway = await gatewayTo([service.url]);
    const received = once(service.child, 'message');
    const waiting = list(gateway, { headers: { 'idempotency-key': '1000' } });
    await received;
    await service.close();
    const reply = await waiting;
    expectUnavailable(reply);
    expect(reply.ms).toBeLessThan(500);
    expectUnavailable(await list(gateway));
    await begin(startProcess(Number(new URL(service.url).port)));
    expect((await list(gateway)).status).toBe(200);
  });
});

describe('time', () => {
  test('spent on sending a body is not the service’s', async () => {
    const upstream = await begin(startUpstream());
    const gateway = await gatewayTo([upstream.url], { REQUEST_TIMEOUT_MS: 300 });
    const socket = connect(gateway.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.write(`POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\ncontent-length: 4\r\n\r\n`);
    for (const piece of ['a', 'b', 'c', 'd']) {
      await delay(200);
      socket.write(piece);
    }
    await until('it is answered', () => received.includes('"body":"abcd"'));
    socket.destroy();
  });
});

describe('several replicas', () => {
  test('take turns', async () => {
    const one = await begin(startUpstream());
    const other = await begin(startUpstream());
    const gateway = await gatewayTo([one.url, other.url]);
    for (let count = 0; count < 10; count++) expect((await list(gateway)).status).toBe(200);
    expect([one.received.length, other.received.length]).toEqual([5, 5]);
  });

  test('stand in for one that is not there', async () => {
    const upstream = await begin(startUpstream());
    const gateway = await gatewayTo(['http://127.0.0.1:1', upstream.url]);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'GET', 'POST']) {
      const reply = await list(gateway, { method, ...(method !== 'GET' && { body: '{"a":1}' }) });
      expect([reply.status, reply.json?.body]).toEqual([200, method === 'GET' ? '' : '{"a":1}']);
    }
    expect(upstream.received).toHaveLength(6);
  });

  test('stand in for one that dies with a request, unless it may have been carried out', async () => {
    const ready = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    const dying = await begin(
      startRawUpstream((socket) =>
        socket.on('data', (bytes) => (bytes.includes('GET /readyz') ? socket.write(ready) : socket.destroy())),
      ),
    );
    const upstream = await begin(startUpstream());
    const gateway = await gatewayTo([upstream.url, dying.url]);
    for (let count = 0; count < 4; count++) expect((await list(gateway)).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const statuses: number[] = [];
      await until(`a ${method} is lost`, async () => {
        statuses.push((await list(gateway, { method })).status);
        return statuses.includes(503);
      });
      const carriedOut = upstream.received.filter((echo) => echo.method === method);
      expect(carriedOut).toHaveLength(statuses.filter((status) => status === 200).length);
    }
  });

  test('are not taken for stopping ones by a HEAD', async () => {
    const upstream = await begin(startUpstream());
    const gateway = await gatewayTo([upstream.url]);
    await list(gateway, { method: 'HEAD' });
    expect(upstream.received).toMatchObject([{ method: 'HEAD', headers: { connection: 'keep-alive' } }]);
  });

  test('stand in for one that is about to stop, and for one that hangs', async () => {
    const upstream = await begin(startUpstream());
    for (const [what, behave] of [
      ['closes', (echo, response, request) => answerEcho(echo, response.setHeader('connection', 'close'), request)],
      ['hangs', () => {}],
    ] as [string, Behaviour][]) {
      const bad = await begin(startUpstream(behave, { isReady: false }));
      const gateway = await gatewayTo([upstream.url, bad.url], { REQUEST_TIMEOUT_MS: 300 });
      for (let count = 0; count < 10; count++) await list(gateway);
      expect([what, bad.received.length]).toEqual([what, 1]);
    }
  });

  test('under load, one of which is killed and comes back: no list fails', async () => {
    const [one, other] = [await begin(startProcess()), await begin(startProcess())];
    const gateway = await gatewayTo([one.url, other.url]);
    const statuses: number[] = [];
    let isOver = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.push((await list(gateway)).status);
    });
    await delay(300);
    await one.close();
    await delay(500);
    await begin(startProcess(Number(new URL(one.url).port)));
    await delay(300);
    isOver = true;
    await Promise.all(load);
    expect(statuses.length).toBeGreaterThan(50);
    expect([...new Set(statuses)]).toEqual([200]);
  });
});

test('a service that hangs does not use up the gateway', async () => {
  const upstream = await begin(startUpstream());
  const stuck = await begin(startUpstream(() => {}));
  // So long that all of this happens meanwhile.
  const gateway = await gatewayTo([stuck.url], { CLIENTS_URL: [upstream.url], REQUEST_TIMEOUT_MS: 30_000 });
  const { empresas, database } = openEmpresas(stack);
  const companies = await Promise.all(Array.from({ length: 8 }, () => createEmpresa(empresas)));
  await database.end();
  const refused: Reply[] = [];
  const waiting = companies.flatMap(({ key }) =>
    Array.from({ length: 100 }, async () => {
      const reply = await list(gateway, { key });
      refused.push(reply);
      return reply;
    }),
  );
  await until('those for whom there is no room are refused', () => refused.length === 800 - 512, 25_000);
  expect((await call(gateway.port, '/api/v1/clients', { key: empresa.key })).status).toBe(200);
  expect(refused).toHaveLength(800 - 512);
  await stuck.close();
  for (const reply of await Promise.all(waiting)) expectUnavailable(reply);
  const lines = gateway.lines.filter((line) => line.includes('"limiter":"replica"')).map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === 'requests are refused')).toHaveLength(1);
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(800 - 512);
  expect(gateway.lines.filter((line) => line.includes('"stack"')).length).toBeLessThanOrEqual(512);
});

describe('callers', () => {
  test('that leave before the answer are no trouble', async () => {
    const late: Behaviour = (echo, response, request) =>
      void setTimeout(() => answerEcho(echo, response, request), 200);
    const upstream = await begin(startUpstream(late));
    const gateway = await gatewayTo([upstream.url]);
    const heads = ['GET /api/v1/sales HTTP/1.1\r\n', 'POST /api/v1/sales HTTP/1.1\r\ncontent-length: 0\r\n'];
    for (const [index, head] of heads.entries()) {
      const socket = connect(gateway.port, '127.0.0.1');
      socket.write(`${head}host: x\r\nx-api-key: ${empresa.key}\r\n\r\n`);
      await until('the service has it', () => upstream.received.length > index);
      socket.destroy();
    }
    const abandoned = () => gateway.lines.filter((line) => line.includes('"status":499')).length;
    await until('both are logged', () => abandoned() >= 2);
    // Answered after the other two.
    expect((await list(gateway)).status).toBe(200);
    expect([upstream.received.length, abandoned()]).toEqual([3, 2]);
  });

  test('on open connections are served while the gateway closes, and it closes soon', async () => {
    const late: Behaviour = (echo, response, request) =>
      void setTimeout(() => answerEcho(echo, response, request), 300);
    const upstream: TestUpstream = await begin(startUpstream(late));
    const gateway = await startGateway(stack, { SALES_URL: [upstream.url] });
    const agent = new Agent({ keepAlive: true });
    await list(gateway, { agent });
    const pending = list(gateway, { agent });
    await until('the service has it', () => upstream.received.length === 2);
    const elapsedMs = startStopwatch();
    const closed = gateway.close();
    expect((await pending).status).toBe(200);
    await closed;
    expect(elapsedMs()).toBeLessThan(1_500);
    agent.destroy();
  });
});
