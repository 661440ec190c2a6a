import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { headers } from '@representa/contracts';
import { testSecret, until } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Gateway, TestEmpresa } from '../gateway.ts';
import { call, sendRaw } from '../http.ts';
import { startForwardingGateway } from '../system.ts';
import { answerEcho, type Behaviour, type TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;

const megabyte = 1_048_576;
const bigReply = `"${'ã'.repeat(megabyte)}"`;
/** Whether the service still sends the reply that has no end. */
let isSendingEndless = false;

const behave: Behaviour = (echo, response, request) => {
  const path = echo.url.split('?')[0];
  if (path?.endsWith('/big')) return void response.writeHead(200, { 'content-type': 'application/json' }).end(bigReply);
  if (path?.endsWith('/endless')) {
    isSendingEndless = true;
    response.on('close', () => {
      isSendingEndless = false;
    });
    return void response.writeHead(200, { 'content-type': 'application/json' }).write(bigReply);
  }
  answerEcho(echo, response, request);
};

beforeAll(async () => {
  ({ gateway, upstream, empresa, stop } = await startForwardingGateway(behave));
});

beforeEach(() => {
  upstream.received.length = 0;
});

afterAll(() => stop());

describe('the path and the query arrive byte by byte', () => {
  test.each([
    '/api/v1/sales',
    '/api/v1/sales/',
    '/api/v1/sales?page=2&limit=5',
    '/api/v1/sales?',
    '/api/v1/sales?a=1?b=2&a=3&&=&c',
    '/api/v1/clients?search=a+b%20c%2Bd&x=%E0%A4%A',
    '/api/v1/clients?search=S%C3%A3o%20Paulo',
    '/api/v1/products/A%2FB%2fC',
    '/api/v1/products/100%25',
    '/api/v1/products/%C3%A7%C3%A3o',
    '/api/v1/products/com%20espa%C3%A7o+mais',
    '/api/v1/products/a//b',
    '/api/v1/products/.',
    '/api/v1/products/..',
    '/api/v1/products/../sales',
    '/api/v1/products/%2e%2E',
    '/api/v1/products/./a',
    '/api/v1/products/a\\..\\b',
    '/api/v1/products/..x',
    '/api/v1/products/a%2F..%2Fb',
    '/api/v1/products/..%2f..%2freadyz',
    '/api/v1/products/a?next=/../b',
    '/api/v1/products/"<>|^`{}',
    "/api/v1/products/!$&'()*,;=:@~[]",
    '/api/v1/products/a#b',
    '/api/v1/representadas/http://elsewhere.example/',
    `/api/v1/products/${'x'.repeat(5_000)}?search=${'y'.repeat(5_000)}`,
  ])('%s', async (path) => {
    const reply = await call(gateway.port, path, { key: empresa.key });
    expect(reply.status).toBe(200);
    expect(reply.json.url).toBe(path);
  });
});

// CONNECT asks for a tunnel: Node closes the connection.
test.each(METHODS.filter((method) => method !== 'CONNECT'))('%s reaches the service', async (method) => {
  const { status } = await call(gateway.port, '/api/v1/sales', { method, key: empresa.key });
  expect([status, upstream.received.at(-1)?.method]).toEqual([200, method]);
});

test('taking a payment of commissions back may take a minute; other requests have the usual time', async () => {
  const timeLimitOf = async (method: string, path: string): Promise<number> => {
    await call(gateway.port, `/api/v1${path}`, { method, key: empresa.key });
    return Number(upstream.received.at(-1)?.headers[headers.timeout]);
  };
  expect(await timeLimitOf('DELETE', '/commissions/payments/1')).toBeGreaterThan(50_000);
  expect(await timeLimitOf('GET', '/commissions/payments/1')).toBeLessThan(5_000);
  expect(await timeLimitOf('DELETE', '/sales/1')).toBeLessThan(5_000);
});

test.each(['http://x', 'HTTP://x:80', 'hTTps://x'])(
  'a target with scheme and host arrives without %s',
  async (origin) => {
    const raw = await sendRaw(
      gateway.port,
      `GET ${origin}/api/v1/sales?page=2 HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\n\r\n`,
    );
    expect(raw).toContain('"url":"/api/v1/sales?page=2"');
  },
);

test('requests that follow each other without waiting are answered in their order', async () => {
  const requests = ['first', 'second', 'third'].map(
    (id) => `GET /api/v1/sales/${id} HTTP/1.1\r\nhost: a\r\nx-api-key: ${empresa.key}\r\nx-request-id: ${id}\r\n\r\n`,
  );
  const received = await sendRaw(gateway.port, requests.join(''));
  expect([...received.matchAll(/^x-request-id: (.*)\r$/gm)].map(([, id]) => id)).toEqual(['first', 'second', 'third']);
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
});

describe('bodies', () => {
  const post = (body: string | Buffer | string[], more = {}) =>
    call(gateway.port, '/api/v1/sales', {
      method: 'POST',
      key: empresa.key,
      body,
      headers: { 'content-type': 'application/json', ...more },
    });

  test.each([
    ['JSON', '{"nome":"São José","n":1.10}'],
    ['no JSON', '{"broken'],
    ['an empty one', ''],
    ['NUL bytes', '{"a":"\0"}'],
  ])('%s goes through unread', async (_what, body) => {
    expect((await post(body)).json.body).toBe(body);
  });

  test('of any or no content type', async () => {
    for (const type of ['text/plain', 'application/xml; charset=latin1', 'multipart/form-data; boundary=x']) {
      const { json } = await post('a', { 'content-type': type });
      expect([json.body, json.headers['content-type']]).toEqual(['a', type]);
    }
    const { json } = await call(gateway.port, '/api/v1/sales', { method: 'POST', key: empresa.key, body: 'a' });
    expect([json.body, json.headers['content-type']]).toEqual(['a', undefined]);
  });

  test('in pieces', async () => {
    const { json } = await post(['{"a":', '1', '}']);
    expect([json.body, json.headers['content-length']]).toEqual(['{"a":1}', '7']);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('of %s', async (method) => {
    const reply = await call(gateway.port, '/api/v1/sales/1', { method, key: empresa.key, body: 'a' });
    expect([reply.json.method, reply.json.body]).toEqual([method, 'a']);
  });

  test.each(['GET', 'HEAD'])('of %s are dropped, and the connection stays usable', async (method) => {
    const one = `${method} /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\ncontent-length: 5\r\n\r\nhello`;
    const raw = await sendRaw(gateway.port, one + one);
    expect(raw.match(/HTTP\/1.1 200 /g)).toHaveLength(2);
    expect(upstream.received.map(({ body }) => body)).toEqual(['', '']);
  });

  test('of a DELETE without one', async () => {
    const reply = await call(gateway.port, '/api/v1/sales/1', {
      method: 'DELETE',
      key: empresa.key,
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, reply.json.body]).toEqual([200, '']);
  });

  test('of exactly 1 MiB', async () => {
    expect((await post('x'.repeat(megabyte))).json.body).toHaveLength(megabyte);
    expect((await post(['x'.repeat(megabyte - 1), 'y'])).json.body).toHaveLength(megabyte);
  });

  test.each([
    ['one byte more', 'x'.repeat(megabyte + 1)],
    ['one byte more, in pieces', ['x'.repeat(megabyte), 'y']],
    ['6 MB', Buffer.alloc(6_000_000, 'x')],
    ['6 MB in pieces', Array.from({ length: 600 }, () => 'x'.repeat(10_000))],
  ])('%s is too large', async (_what, body) => {
    const reply = await post(body);
    expect([reply.status, reply.json]).toEqual([413, { error: 'Corpo da requisição maior que 1 MiB' }]);
    expect(reply.headers['x-request-id']).toBeDefined();
    expect(upstream.received).toEqual([]);
  });

  test('a caller that goes away in the middle leaves nothing behind', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\ncontent-length: 100\r\n\r\nhalf`,
    );
    setTimeout(() => socket.destroy(), 100);
    // It may also have closed only its side, and wait for the reply.
    await until('it is logged', () => gateway.lines.some((line) => line.includes('"status":400')));
    expect(upstream.received).toEqual([]);
    expect(gateway.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('Expect: 100-continue', () => {
  const head = (key: string, length: number, target = 'POST /api/v1/sales') =>
    `${target} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-length: ${length}\r\nexpect: 100-continue\r\n\r\n`;

  test('is answered, then the body is taken', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (text.startsWith('HTTP/1.1 100')) socket.write('hello');
    });
    socket.write(head(empresa.key, 5));
    await until('the reply is there', () => received.includes('"body":"hello"'));
    expect(received).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    expect(received).not.toContain('connection: close');
    socket.destroy();
  });

  test('does not keep a connection open that its caller wants to be closed', async () => {
    const raw = await sendRaw(
      gateway.port,
      `${head(empresa.key, 5).replace('host: x', 'host: x\r\nconnection: close')}hello`,
    );
    expect(raw).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    expect(raw.toLowerCase()).toContain('connection: close');
  });

  test.each([
    ['a bad key', () => head('rep_nobody', 5), '401'],
    ['too much', () => head(empresa.key, 6_000_000), '413'],
    [
      'too much for another method of an import',
      () => head(empresa.key, 6_000_000, 'PUT /api/v1/clients/import'),
      '413',
    ],
  ])('is refused for %s, before anything is uploaded', async (_what, bytes, status) => {
    const raw = await sendRaw(gateway.port, bytes());
    expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(raw.toLowerCase()).toContain('connection: close');
  });
});

describe('replies', () => {
  test('large ones arrive whole', async () => {
    const reply = await call(gateway.port, '/api/v1/sales/big', { key: empresa.key });
    expect(reply.text === bigReply).toBe(true);
  });

  test('a caller that leaves in the middle of one ends it at the service, too', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`GET /api/v1/sales/endless HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\n\r\n`);
    await new Promise((first) => socket.once('data', first));
    expect(isSendingEndless).toBe(true);
    socket.destroy();
    await until('its connection to the service is closed', () => !isSendingEndless);
    expect((await call(gateway.port, '/api/v1/sales', { key: empresa.key })).status).toBe(200);
  });

  test('HEAD has the length and no body', async () => {
    const reply = await call(gateway.port, '/api/v1/sales', { method: 'HEAD', key: empresa.key });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(100);
  });
});

describe('each request leaves one line', () => {
  const lineOf = async (id: string) => {
    const find = () => gateway.lines.filter((line) => line.includes(id));
    await until('it is logged', () => find().length > 0);
    return find().map((line) => JSON.parse(line));
  };

  test('with all that is needed to find it, and no secret', async () => {
    await call(gateway.port, '/api/v1/sales/1?search=segredo', {
      method: 'DELETE',
      key: empresa.key,
      headers: { [headers.requestId]: 'line-1' },
    });
    const [line, ...more] = await lineOf('line-1');
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      method: 'DELETE',
      path: '/api/v1/sales/1',
      status: 200,
      request_id: 'line-1',
      empresa_id: empresa.id,
      msg: 'request',
    });
    expect(line.ms).toBeTypeOf('number');
  });

  test.each([
    ['no key', '/api/v1/sales', 401],
    ['no route', '/nothing', 404],
    ['no URL', '/api/v1/%zz', 401],
  ])('also with %s', async (what, path, status) => {
    const id = what.replaceAll(' ', '-');
    await call(gateway.port, path, { headers: { [headers.requestId]: id } });
    expect(await lineOf(id)).toMatchObject([{ status, path, request_id: id }]);
  });

  test('except probes', async () => {
    await call(gateway.port, '/healthz', { headers: { [headers.requestId]: 'probe-1' } });
    await call(gateway.port, '/nothing', { headers: { [headers.requestId]: 'after-probe-1' } });
    await lineOf('after-probe-1');
    expect(gateway.lines.some((line) => line.includes('"probe-1"'))).toBe(false);
  });

  test('and never a key or the secret', () => {
    const all = gateway.lines.join('');
    for (const secret of [empresa.key, empresa.key.slice(17), testSecret, 'segredo']) expect(all).not.toContain(secret);
  });
});
