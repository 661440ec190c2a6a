import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startStopwatch, type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEmpresa, type Gateway, startGateway, type TestEmpresa } from '../gateway.ts';
import { call } from '../http.ts';
import { startForwardingGateway } from '../system.ts';
import { answerEcho, type Behaviour, type TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let system: Awaited<ReturnType<typeof startForwardingGateway>>;
let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let greedy: TestEmpresa;
let other: TestEmpresa;

const behave: Behaviour = (echo, response, request) => {
  if (echo.url.endsWith('/huge'))
    return void response.writeHead(200, { 'content-length': 50_000_000 }).end(Buffer.alloc(50_000_000));
  if (echo.url.endsWith('/large'))
    return void response.writeHead(200, { 'content-length': 260_000 }).end('x'.repeat(260_000));
  answerEcho(echo, response, request);
};

beforeAll(async () => {
  system = await startForwardingGateway(behave, { MAX_IN_FLIGHT: 8 });
  ({ stack, gateway, upstream, empresa: greedy, stop } = system);
  other = await createEmpresa(system.empresas);
});

afterAll(() => stop());

const list = ({ key }: TestEmpresa) => call(gateway.port, '/api/v1/sales', { key });

const open = (bytes: string, { port } = gateway): Socket => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(bytes);
  return socket;
};

const upload = ({ key }: TestEmpresa): string =>
  `POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-length: 100000\r\n\r\n`;

/** Sends a byte now and then, until the connection is closed. Resolves with what came and how long it took. */
const trickle = async (socket: Socket): Promise<{ received: string; ms: number }> => {
  const elapsedMs = startStopwatch();
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const timer = setInterval(() => socket.write('x'), 200);
  // Not by `once` of events: it takes a write to the closed connection for a failure.
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(timer);
  return { received, ms: elapsedMs() };
};

/** Twice what is needed: the machine may be busy. The server's own limits are 5 and 10 s. */
describe.concurrent('a caller', { timeout: 40_000 }, () => {
  test('that sends its body slowly, or not at all, takes no slot, and is told after ten seconds', async ({
    expect,
  }) => {
    const silent = Array.from({ length: 30 }, () => open(upload(greedy)).resume());
    const slow = Array.from({ length: 30 }, () => open(upload(greedy)));
    const trickling = slow.map(trickle);
    for (let count = 0; count < 50; count++) expect((await list(other)).status).toBe(200);
    expect((await list(greedy)).status).toBe(200);
    for (const { received, ms } of await Promise.all(trickling)) {
      expect(ms).toBeLessThan(20_000);
      expect(received).toMatch(
        /^HTTP\/1.1 408 .*\r\nx-request-id: .*\{"error":"Tempo para enviar a requisição esgotado"\}$/s,
      );
    }
    await until('the silent ones are closed', () => silent.every((socket) => socket.destroyed || socket.readableEnded));
    expect(upstream.received.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('that sends its head slowly is told after five seconds', async ({ expect }) => {
    const { received, ms } = await trickle(open('GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-slow: '));
    expect(ms).toBeLessThan(9_900);
    expect(received).toMatch(/^HTTP\/1.1 408 .*\r\nx-request-id: .*\{"error":"Tempo para enviar[^"]*"\}$/s);
  });

  test('that does not read its reply is cut off', async () => {
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(`GET /api/v1/sales/huge HTTP/1.1\r\nhost: x\r\nx-api-key: ${greedy.key}\r\n\r\n`);
    const isLogged = () => gateway.lines.some((line) => line.includes('/huge') && line.includes('"status":499'));
    await until('it is cut off', isLogged, 25_000);
    socket.destroy();
  });

  test('that sends requests ahead and reads no reply keeps nobody out', async ({ expect }) => {
    const requests = 'GET /api/v1/sales HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(15);
    const sockets = Array.from({ length: 50 }, () =>
      connect(gateway.port, '127.0.0.1')
        .on('error', () => {})
        .pause(),
    );
    const timer = setInterval(() => {
      for (const socket of sockets) if (socket.writableLength < 100_000) socket.write(requests);
    }, 20);
    for (let count = 0; count < 50; count++) expect((await list(other)).status).toBe(200);
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  });
});

test('bodies of one company take a bounded amount of memory, and others are not refused', async () => {
  const half = 'x'.repeat(999_999);
  const head = (key: string) =>
    `POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-length: 1000000\r\n\r\n`;
  let refused = 0;
  const sockets = Array.from({ length: 60 }, () => {
    const socket = open(head(greedy.key) + half);
    socket.on('data', (bytes) => {
      if (String(bytes).startsWith('HTTP/1.1 429')) refused += 1;
    });
    return socket;
  });
  await until('those beyond its share are refused', () => refused >= 26);
  const reply = await call(gateway.port, '/api/v1/sales', { method: 'POST', key: other.key, body: half });
  expect([reply.status, reply.json.body.length]).toEqual([200, half.length]);
  for (const socket of sockets) socket.destroy();
  await until('its share is free again', async () => {
    const { status } = await call(gateway.port, '/api/v1/sales', { method: 'POST', key: greedy.key, body: half });
    return status === 200;
  });
});

test('short replies that nobody reads count as well, and others are served', async () => {
  const own = await startGateway(stack, { SALES_URL: [upstream.url] });
  // Leaves its company room for six of the replies.
  const body = `${upload(greedy).replace('100000', '1000000')}${'x'.repeat(999_999)}`;
  const bodies = Array.from({ length: 32 }, () => open(body, own).resume());
  await until('they are there', () => bodies.every((socket) => socket.bytesWritten > 999_999));
  const get = `GET /api/v1/sales/large HTTP/1.1\r\nhost: x\r\nx-api-key: ${greedy.key}\r\n\r\n`;
  // The kernel takes the first ones of each connection.
  const unread = Array.from({ length: 12 }, () => open(get.repeat(40), own).pause());
  await until('its share is used up', () => own.lines.some((line) => line.includes('"limiter":"bytes"')));
  expect((await call(own.port, '/api/v1/sales', { key: other.key })).status).toBe(200);
  for (const socket of [...bodies, ...unread]) socket.destroy();
  const isFree = async () => (await call(own.port, '/api/v1/sales', { key: greedy.key })).status === 200;
  await until('its share is free again', isFree);
  await own.close();
});

test('slow bodies of several companies leave room for those of others', async () => {
  const companies = await Promise.all(Array.from({ length: 6 }, () => createEmpresa(system.empresas)));
  const max = 'x'.repeat(999_999);
  const slow = (path: string, key: string): Socket =>
    open(
      `POST /api/v1/${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n` +
        `content-length: 1000000\r\n\r\n${max}`,
    ).resume();
  for (const path of ['sales', 'keys']) {
    const sockets = companies.flatMap(({ key }) => Array.from({ length: 32 }, () => slow(path, key)));
    await until('all is sent', () => sockets.every((socket) => socket.bytesWritten > max.length || socket.destroyed));
    for (let count = 0; count < 20; count++) {
      const { status } = await call(gateway.port, `/api/v1/${path}`, { method: 'POST', key: other.key, body: '{}' });
      expect([200, 400, 415]).toContain(status);
    }
    for (const socket of sockets) socket.destroy();
  }
});

test('bodies of /keys, which the gateway parses itself, are limited per company, too', async () => {
  const head = `POST /api/v1/keys HTTP/1.1\r\nhost: x\r\nx-api-key: ${greedy.key}\r\ncontent-type: application/json\r\n`;
  const max = 'x'.repeat(999_999);
  let refused = 0;
  const sockets = [
    'content-length: 1000000\r\n\r\n',
    `transfer-encoding: chunked\r\n\r\n${max.length.toString(16)}\r\n`,
  ]
    .flatMap((framing) => Array.from({ length: 30 }, () => open(head + framing + max)))
    .map((socket) => socket.on('data', (bytes) => String(bytes).startsWith('HTTP/1.1 429') && refused++));
  await until('those beyond its share are refused', () => refused === 28);
  const create = ({ key }: TestEmpresa) =>
    call(gateway.port, '/api/v1/keys', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rotulo: 'ERP', escopo: 'read' }),
    });
  expect((await create(other)).status).toBe(201);
  for (const socket of sockets) socket.destroy();
  await until('its share is free again', async () => (await create(greedy)).status === 201);
});

test('refusals of callers that have left are forgotten: nothing of them stays', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const leaving = Array.from({ length: 1_500 }, () => open('GET /api/v1/sales HTTP/1.1\r\nhost: x\r\n\r\n'));
  await until(
    'the first 250 are answered, so the others wait',
    () => leaving.filter((socket) => socket.bytesRead > 0).length > 300,
  );
  for (const socket of leaving) socket.destroy();
  expect((await call(gateway.port, '/api/v1/sales', { key: 'x' })).status).toBe(401);
  await until('all is as before', () => timers() <= before + 5);
});

test.each([
  ['callers without a key', () => 'nobody'],
  ['another company', () => greedy.key],
])('thousands of refusals of %s do not delay those of a company', async (_whose, keyOfFlood) => {
  const own = await startGateway(stack);
  const refuse = (key: string) => own.app.inject({ url: '/api/v1/nothing', headers: { 'x-api-key': key } });
  expect((await refuse(other.key)).statusCode).toBe(404);
  await refuse(keyOfFlood());
  let refused = 0;
  for (let count = 0; count < 2_000; count++) void refuse(keyOfFlood()).then(() => refused++);
  expect((await refuse(other.key)).statusCode).toBe(404);
  expect(refused).toBeLessThan(2_000);
  await own.close();
});

// macOS has one loopback address only.
test.runIf(process.platform === 'linux')(
  'the body of a refused request, also what arrives after its reply, slows only its caller',
  async () => {
    const own = await startGateway(stack);
    const flood = open('POST /api/v1/nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 9000000000\r\n\r\n', own);
    const [reply] = await once(flood, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1.1 401 /);
    // Bytes are paid for by time. On a busy machine they could come so slowly that their caller never owes anything.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const send = (): boolean => flood.destroyed || flood.write(Buffer.alloc(1_000_000), send);
    send();
    await until('its caller is in debt', () => flood.bytesWritten > 60_000_000);
    const answered: string[] = [];
    const ask = async (localAddress: string) => {
      const socket = connect({ port: own.port, host: '127.0.0.1', localAddress });
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await once(socket.resume(), 'close');
      answered.push(localAddress);
    };
    const slowed = ask('127.0.0.1');
    for (let count = 0; count < 3; count++) await ask('127.0.0.2');
    expect(answered).not.toContain('127.0.0.1');
    flood.destroy();
    clock.mockRestore();
    await slowed;
    await own.close();
  },
);
