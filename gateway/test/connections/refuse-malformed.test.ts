import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { makeServer } from '@representa/service-kit/process';
import { makeLogger } from '@representa/telemetry';
import { type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Gateway, startGateway, type TestEmpresa } from '../gateway.ts';
import { call, sendRaw } from '../http.ts';
import { startForwardingGateway } from '../system.ts';
import { answerEcho, type Behaviour, type TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;
let answers: (() => void)[];

const behave: Behaviour = (echo, response, request) => {
  if (!echo.url.endsWith('/held')) return answerEcho(echo, response, request);
  answers.push(() => answerEcho(echo, response, request));
};

beforeAll(async () => {
  ({ stack, gateway, upstream, empresa, stop } = await startForwardingGateway(behave));
});

beforeEach(() => {
  answers = [];
  upstream.received.length = 0;
});

afterAll(() => stop());

const get = (path = '/api/v1/sales', version = '1.1'): string =>
  `GET ${path} HTTP/${version}\r\nhost: x\r\nx-api-key: ${empresa.key}\r\n\r\n`;

/** What a connection receives until it is closed. */
const conversation = (bytes: string): { socket: Socket; received: () => string; closed: Promise<unknown> } => {
  const socket = connect(gateway.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  socket.write(bytes);
  return { socket, received: () => text, closed: once(socket, 'close') };
};

const repliesIn = (text: string): string[] => text.match(/HTTP\/1.1 \d+/g) ?? [];

/** Exactly one reply, an error in the contract's shape. */
const expectError = (text: string, status: number): void => {
  expect(repliesIn(text)).toEqual([`HTTP/1.1 ${status}`]);
  expect(text).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/);
  expect(text).toMatch(/\r\nx-request-id: [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\r\n/);
  expect(text).toMatch(/\r\n\r\n\{"error":"[^"]+"\}$/);
};

describe('bytes that are no request', () => {
  test('after a request are answered after its reply, by closing', async () => {
    const { received, closed } = conversation(`${get('/api/v1/sales/held')}nonsense\r\n\r\n`);
    await until('the request is there', () => answers.length === 1);
    expect(received()).toBe('');
    answers[0]?.();
    await closed;
    expect(repliesIn(received())).toEqual(['HTTP/1.1 200']);
    expect(received().endsWith('}')).toBe(true);
  });

  test('after several requests are answered after all replies', async () => {
    const { received, closed } = conversation(`${get()}${get()}${get()}nonsense\r\n\r\n`);
    await closed;
    expect(repliesIn(received())).toEqual(Array(3).fill('HTTP/1.1 200'));
  });

  test('in the body of a request that waits for its turn close the connection after the reply before it', async () => {
    const chunked = get().replace('GET', 'POST').replace('\r\n\r\n', '\r\ntransfer-encoding: chunked\r\n\r\n');
    const { received, closed } = conversation(`${get('/api/v1/sales/held')}${chunked}no chunk`);
    await until('the first is held', () => answers.length === 1);
    answers[0]?.();
    await closed;
    expect(repliesIn(received())).toEqual(['HTTP/1.1 200']);
  });

  test('in the body of a request are answered once', async () => {
    const head = `POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const { received, closed } = conversation(`${head}zz\r\n`);
    await closed;
    expectError(received(), 400);
    expect(upstream.received).toEqual([]);
  });

  test('in the body of a request that was answered already get no second answer', async () => {
    const { socket, received, closed } = conversation(
      'POST /api/v1/sales HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    await until('it is refused', () => received().includes('API key ausente'));
    socket.write('zz\r\n');
    await closed;
    expect(repliesIn(received())).toEqual(['HTTP/1.1 401']);
  });
});

test('bytes that are no request, after the body of a request that was answered before it was complete, are answered', async () => {
  const { socket, received, closed } = conversation(
    'POST /api/v1/sales HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{',
  );
  await until('it is refused', () => received().includes('API key ausente'));
  socket.write('}nonsense\r\n\r\n');
  await closed;
  expect(repliesIn(received())).toEqual(['HTTP/1.1 401', 'HTTP/1.1 400']);
});

describe('what the HTTP parser refuses, to a caller who asks for problem+json', () => {
  const line = 'accept: application/problem+json';
  const head = (...lines: string[]): string => ['GET /api/v1/sales HTTP/1.1', ...lines, '', ''].join('\r\n');
  const problemIn = async (bytes: string) => {
    const { received, closed } = conversation(bytes);
    await closed;
    const [head = '', body = ''] = received().split('\r\n\r\n');
    expect(head).toContain('\r\ncontent-length: ');
    const id = /\r\nx-request-id: (\S+)/.exec(head)?.[1];
    return { type: /\r\ncontent-type: (.*)/.exec(head)?.[1], id, body: JSON.parse(body) };
  };

  test.each([
    ['a head that is no HTTP', () => head(line, 'no header'), 'request.malformed', 400],
    ['a version that there is not', () => head(line).replace('1.1', '9.9'), 'request.malformed', 400],
    ['a head that is too large', () => head(line, `x-large: ${'x'.repeat(20_000)}`), 'request.headers_too_large', 431],
    ['no host', () => head(line), 'request.malformed', 400],
    [
      'a body that breaks its framing',
      () =>
        head('host: x', line, `x-api-key: ${empresa.key}`, 'transfer-encoding: chunked').replace('GET', 'POST') +
        'zz\r\n',
      'request.malformed',
      400,
    ],
    [
      'another transfer coding',
      () => head('host: x', line, 'transfer-encoding: gzip, chunked').replace('GET', 'POST'),
      'request.transfer_coding_unknown',
      501,
    ],
  ])('is in that form: %s', async (_what, bytes, codigo, status) => {
    const { type, id, body } = await problemIn(bytes());
    expect([type, body]).toEqual([
      'application/problem+json',
      {
        type: `/docs/errors#${codigo}`,
        title: expect.any(String),
        status,
        detail: expect.any(String),
        codigo,
        request_id: id,
        errors: [],
      },
    ]);
  });

  test.each([
    ['not by that header', head('accept: */*', 'no header')],
    ['in a body', `${head('content-length: 99', 'no header')}\r\n${line}\r\n`],
    ['in a line that did not arrive whole', `GET / HTTP/1.1\r\nno header\r\n${line.slice(0, -1)}`],
    ['in no head at all', 'nonsense\r\n\r\n'],
  ])('is in the contract’s form when it asks %s', async (_what, bytes) => {
    const { received, closed } = conversation(bytes);
    await closed;
    expectError(received(), 400);
  });
});

describe('the log of what the HTTP parser refuses', () => {
  let own: Gateway;
  beforeAll(async () => {
    own = await startGateway(stack, { SALES_URL: [upstream.url] });
  });
  afterAll(() => own.close());

  const refusals = () =>
    own.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => String(msg).endsWith('refused by the HTTP parser')) as Record<string, unknown>[];

  test('has a line with the address, the code and the id of the answer', async () => {
    const reply = await sendRaw(own.port, 'nonsense\r\n\r\n');
    const [, id] = /x-request-id: (\S+)/.exec(reply) ?? [];
    await until('it is logged', () => refusals().length > 0);
    expect(refusals()).toEqual([
      expect.objectContaining({
        level: 30,
        code: 'HPE_INVALID_METHOD',
        status: 400,
        request_id: id,
        client_address: '127.0.0.1',
      }),
    ]);
  });

  test('has the line of a complete request, and one of the nonsense after it', async () => {
    const before = refusals().length;
    await sendRaw(own.port, `${get()}nonsense\r\n\r\n`);
    await until('it is logged', () => refusals().length > before);
    expect(refusals().at(-1)).toMatchObject({ code: 'HPE_INVALID_METHOD', client_address: '127.0.0.1' });
  });

  test('does not grow with the number of refusals, but has the number', async () => {
    const before = refusals().length;
    const max = 100;
    await Promise.all(Array.from({ length: max }, () => sendRaw(own.port, 'nonsense\r\n\r\n')));
    const added = () => refusals().slice(before);
    const counted = () => added().reduce((sum, { times = 1 }) => sum + Number(times), 0);
    await until('all are counted', () => counted() === max, 10_000);
    expect(added().length).toBeLessThan(max / 2);
  });
});

test.each(['', 'host: x\r\nHost: y\r\n'])(
  'HTTP/1.1 without Host, or with two, is a malformed request: %j',
  async (hosts) => {
    for (const path of ['/api/v1/sales', '/healthz', '/nothing']) {
      const raw = await sendRaw(gateway.port, `GET ${path} HTTP/1.1\r\n${hosts}x-api-key: ${empresa.key}\r\n\r\n`);
      expectError(Buffer.from(raw, 'latin1').toString(), 400);
      expect(raw.toLowerCase()).toContain('\r\nconnection: close\r\n');
    }
    expect(await sendRaw(gateway.port, get('/api/v1/sales', '1.0').replace('host: x\r\n', ''))).toMatch(
      /^HTTP\/1.1 200 /,
    );
  },
);

test.each(['gzip, chunked', 'identity, chunked', 'chunked, chunked'])(
  'the transfer coding %j is not taken for plain: nothing reaches the service',
  async (coding) => {
    const head = `POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\n`;
    const { received, closed } = conversation(`${head}transfer-encoding: ${coding}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
    await closed;
    expectError(received(), coding.startsWith('chunked') ? 400 : 501);
    expect(upstream.received).toEqual([]);
  },
);

test('a request that asks for another protocol is answered, and its connection closed: nothing after it is lost in silence', async () => {
  const upgrade = get().replace('\r\n\r\n', '\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n');
  const { received, closed } = conversation(upgrade + get('/api/v1/sales/next'));
  await closed;
  expect(repliesIn(received())).toEqual(['HTTP/1.1 200']);
  expect(received().toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(upstream.received.map(({ url }) => url)).toEqual(['/api/v1/sales']);
});

test('Expect is ignored on HTTP/1.0', async () => {
  const head = `POST /api/v1/sales HTTP/1.0\r\nx-api-key: ${empresa.key}\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\r\n`;
  const { received, closed } = conversation(`${head}hello`);
  await closed;
  expect(repliesIn(received())).toEqual(['HTTP/1.1 200']);
  expect(upstream.received).toMatchObject([{ body: 'hello' }]);
});

describe('a body in chunks of one byte', () => {
  const chunked = (path: string, chunks: number): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(chunks)}0\r\n\r\n`;

  test('is passed on, if they are not too many', async () => {
    const raw = await sendRaw(gateway.port, chunked('/api/v1/sales', 1_900));
    expect(repliesIn(raw)).toEqual(['HTTP/1.1 200']);
    expect(upstream.received[0]?.body.length).toBe(1_900);
  });

  test('is refused when they are, and its connection is closed', async () => {
    const { received, closed } = conversation(chunked('/api/v1/sales', 20_000));
    await closed;
    expectError(received(), 400);
    expect(upstream.received).toEqual([]);
  });

  test('is not read to its end when the key is wrong', async () => {
    const [head, chunks] = chunked('/api/v1/sales', 1_000)
      .replace(empresa.key, 'rep_nobody')
      .split(/(?<=\r\n\r\n)/, 2);
    const { socket, received, closed } = conversation(String(head));
    await until('it is refused', () => received().endsWith('}'));
    socket.write(String(chunks));
    await closed;
    expectError(received(), 401);
    // Sooner than an idle connection is closed, after 30 s.
  }, 25_000);

  test('is not meant by chunks of 16 KiB: the refusal arrives after 10 MB of them', async () => {
    const head = chunked('/api/v1/clients/import', 0)
      .replace(empresa.key, 'rep_nobody')
      .replace(/0\r\n\r\n$/, '');
    const { socket, received } = conversation(head);
    const chunk = `4000\r\n${'x'.repeat(16_384)}\r\n`;
    for (let count = 0; count < 640; count++) if (!socket.write(chunk)) await once(socket, 'drain');
    socket.write('0\r\n\r\n');
    await until('it is refused', () => received().endsWith('}'));
    expectError(received(), 401);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  test('is a file that may have more of them', async () => {
    const { socket, received } = conversation(chunked('/api/v1/clients/import', 20_000));
    await until('it is answered', () => received().includes('\r\n\r\n'));
    socket.destroy();
    expect(repliesIn(received())).toEqual(['HTTP/1.1 200']);
    expect(upstream.received[0]?.body.length).toBe(20_000);
  });
});

test('a head that fills its 16 KiB reaches the service, with the headers that the gateway adds', async () => {
  const service = makeServer(makeLogger('test', 'silent'));
  service.get('/api/v1/clients', async () => ({}));
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const other = await startGateway(stack, { CLIENTS_URL: [url] });
  const reply = await call(other.port, `/api/v1/clients?search=${'x'.repeat(16_200)}`, { key: empresa.key });
  expect(reply.status).toBe(200);
  await other.close();
  await service.close();
});

test('a large body of a wrong content type always gets the answer of the service', async () => {
  // A real service, which answers before it has read the body.
  const service = makeServer(makeLogger('test', 'silent'));
  service.post('/api/v1/sales', async () => ({}));
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const other = await startGateway(stack, { SALES_URL: [url], REQUEST_TIMEOUT_MS: 30_000 });
  const body = 'x'.repeat(1_000_000);
  for (let count = 0; count < 50; count++) {
    const reply = await call(other.port, '/api/v1/sales', {
      method: 'POST',
      key: empresa.key,
      body: body.slice(0, 60_000 * (1 + (count % 16))),
      headers: { 'content-type': 'text/plain' },
    });
    expect([reply.status, reply.json]).toEqual([415, { error: 'Content-Type deve ser application/json' }]);
  }
  await other.close();
  await service.close();
});
