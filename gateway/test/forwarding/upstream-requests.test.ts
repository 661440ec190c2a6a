import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { headers as names } from '@representa/contracts';
import { until } from '@representa/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NoAnswer } from '../../src/forwarding/exchange.ts';
import { makeReplicas } from '../../src/forwarding/replicas.ts';
import type { Upstream, UpstreamLimits } from '../../src/forwarding/upstream.ts';
import { answerTo, exchangeId, startRawUpstream, type TestUpstream } from '../upstream.ts';
import { type Asked, ask, replyTo, upstreamTo } from './ask.ts';

let service: TestUpstream;
let upstream: Upstream;
/** What is to be answered, in the order in which it came. */
let pending: { text: string; socket: Socket }[];
/** The paths that came. */
let seen: string[];

const hello = `HTTP/1.1 200 OK\r\n${exchangeId}\r\ncontent-length: 5\r\n\r\nhello`;

beforeEach(async () => {
  pending = [];
  seen = [];
  service = await startRawUpstream((socket) => {
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      const path = text.split(' ')[1] ?? '';
      seen.push(path);
      if (path === '/now') socket.write(answerTo(text, hello));
      else pending.push({ text, socket });
    });
  });
});

afterEach(async () => {
  upstream.close();
  await service.close();
});

const limited = (changes: Partial<UpstreamLimits>): void => {
  upstream = upstreamTo(service.url, changes);
};

const answerNext = (bytes = hello): void => {
  const next = pending.shift();
  next?.socket.write(answerTo(next.text, bytes));
};

const noneOpen = () => until('no connection that was used is open', () => service.used.size === 0);

describe('a request', () => {
  const sent = async (request: Parameters<typeof ask>[1]): Promise<string> => {
    limited({});
    const asked = ask(upstream, request);
    await until('it is there', () => pending.length === 1);
    const text = pending[0]?.text ?? '';
    answerNext();
    expect(await replyTo(asked)).toEqual([200, 'hello']);
    return text;
  };

  test('has the path, the headers and the body that were given, byte for byte', async () => {
    const body = Buffer.from('São\0');
    const text = await sent({ method: 'POST', path: '/a%2Fb?c=\xe9', headers: { 'x-one': 'dois\xe3' }, body });
    expect(text).toMatch(/^POST \/a%2Fb\?c=\xe9 HTTP\/1.1\r\n/);
    expect(text).toContain('\r\nx-one: dois\xe3\r\n');
    expect(text).toContain('\r\ncontent-length: 5\r\n');
    expect(text.endsWith(`\r\n\r\n${body.toString('latin1')}`)).toBe(true);
  });

  test.each(['POST', 'PUT', 'PATCH'])('has the length of the body that %s does not have', async (method) => {
    expect(await sent({ method })).toContain('\r\ncontent-length: 0\r\n');
  });

  test('has no word on the body that a DELETE does not have', async () => {
    expect(await sent({ method: 'DELETE' })).not.toMatch(/content-length|transfer-encoding/);
  });

  // The last two become a line's end when only their lower byte is written.
  const wrong = ['\r', '\n', '\0', '\u010d', '\u010a'];

  test.each(wrong)('cannot be added to by a header: %j', async (character) => {
    limited({});
    const { told } = ask(upstream, { headers: { 'x-one': `1${character}x-two: 2` } });
    expect((await told).error).toBeInstanceOf(Error);
    expect(await replyTo(ask(upstream, { path: '/now' }))).toEqual([200, 'hello']);
    expect(seen).toEqual(['/now']);
  });

  test.each([...wrong, ' ', '\t'])('cannot be added to by its path: %j', async (character) => {
    limited({});
    const { told } = ask(upstream, { path: `/${character}HTTP/1.1` });
    expect((await told).error).toBeInstanceOf(Error);
    expect(seen).toEqual([]);
  });
});

describe('connections', () => {
  test('are used again', async () => {
    limited({});
    for (let count = 0; count < 10; count++) {
      expect(await replyTo(ask(upstream, { path: '/now' }))).toEqual([200, 'hello']);
      await turn();
    }
    expect(service.connections.size).toBe(1);
  });

  test('are limited, with one request each; the others wait in turn', async () => {
    limited({ connections: 2 });
    const asked = ['/1', '/2', '/3', '/4', '/5'].map((path) => ask(upstream, { path }));
    await until('two are there', () => pending.length === 2);
    for (const path of ['/3', '/4', '/5']) {
      answerNext();
      await until(`${path} is there`, () => seen.includes(path));
      expect(seen.at(-1)).toBe(path);
      expect([pending.length, service.connections.size]).toEqual([2, 2]);
    }
    answerNext();
    answerNext();
    await Promise.all(asked.map(replyTo));
  });

  test('that are lost make room for those who wait', async () => {
    limited({ connections: 1 });
    const [first, second] = [ask(upstream, { method: 'POST', path: '/1' }), ask(upstream, { path: '/2' })];
    await until('it is there', () => pending.length === 1);
    pending.shift()?.socket.destroy();
    expect((await first.told).error).toBeInstanceOf(Error);
    await until('the next is there', () => pending.length === 1);
    answerNext();
    expect(await replyTo(second)).toEqual([200, 'hello']);
  });

  test('that the service closes while nobody uses them are not used', async () => {
    limited({});
    for (let count = 0; count < 3; count++) {
      await replyTo(ask(upstream, { method: 'POST', path: '/now' }));
      for (const socket of service.connections) socket.end();
      await noneOpen();
    }
    expect(seen).toHaveLength(3);
  });

  test('are not used again when the service says so', async () => {
    limited({});
    const asked = ask(upstream);
    await until('it is there', () => pending.length === 1);
    answerNext(hello.replace('content-length', 'Connection: Close\r\ncontent-length'));
    expect(await replyTo(asked)).toEqual([200, 'hello']);
    await noneOpen();
  });

  test('on which something comes that nobody asked for are closed', async () => {
    limited({});
    await replyTo(ask(upstream, { path: '/now' }));
    for (const socket of service.connections) socket.write(hello);
    await noneOpen();
    expect(await replyTo(ask(upstream, { path: '/now' }))).toEqual([200, 'hello']);
  });

  test('that cannot be opened: the request is not sent, and the error comes soon', async () => {
    // Nobody listens at the first address, and nobody answers from the second.
    for (const url of ['http://127.0.0.1:1', 'http://192.0.2.1:9']) {
      upstream = upstreamTo(url, { connectMs: 100 });
      const { error } = await ask(upstream, { method: 'POST' }).told;
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(NoAnswer);
      upstream.close();
    }
  });
});

describe('a company', () => {
  const askFor = (empresa_id: string, count: number) =>
    Array.from({ length: count }, () => ask(upstream, { empresa_id, path: `/${empresa_id}` }));
  const answerAll = (asked: Asked[]) =>
    until('all are answered', async () => {
      answerNext();
      return (await Promise.race([Promise.all(asked.map(({ told }) => told)), turn()])) !== undefined;
    });

  test('that is alone has 32 requests running', async () => {
    limited({ connections: 40 });
    const asked = askFor('alone', 36);
    await until('it has all that it may have', () => pending.length === 32);
    answerNext();
    await until('the next is sent', () => seen.length === 33);
    expect(pending.length).toBe(32);
    await answerAll(asked);
  });

  test('that has its share while others are active waits; the others do not', async () => {
    limited({ connections: 8 });
    const first = askFor('other', 1);
    const asked = askFor('greedy', 10);
    await until('it has its share', () => pending.length === 5);
    const next = askFor('other', 3);
    await until('the others do not wait', () => pending.length === 8);
    expect(seen.filter((path) => path === '/greedy')).toHaveLength(4);
    await answerAll([...first, ...asked, ...next]);
  });

  test('has its share at each replica', async () => {
    upstream = upstreamTo([service.url, service.url.replace('127.0.0.1', 'localhost')], { connections: 20 });
    const first = askFor('other', 1);
    const asked = askFor('greedy', 12);
    await until('it has its share', () => pending.length === 9);
    const next = askFor('other', 1);
    await until('the other does not wait', () => pending.length === 10);
    expect(seen.filter((path) => path === '/greedy')).toHaveLength(8);
    await answerAll([...first, ...asked, ...next]);
  });

  test('that has its share of all requests is refused; the others are not', async () => {
    limited({ connections: 8, maxInside: 20, maxInsideOfCompany: 5 });
    const asked = askFor('greedy', 5);
    expect((await ask(upstream, { empresa_id: 'greedy' }).told).error).toMatchObject({
      limiter: 'replica',
      why: 'caller',
    });
    const other = askFor('other', 1);
    await answerAll([...asked, ...other]);
    expect((await replyTo(other[0] as Asked))[0]).toBe(200);
  });
});

describe('a caller that leaves', () => {
  /** A request whose caller can leave. */
  const askAndLeave = () => {
    let left = false;
    let told = (): void => {};
    const asked = ask(upstream, {
      empresa_id: 'leaving',
      path: '/leaving',
      hasCallerLeft: () => left,
      onceCallerLeft: (callback) => {
        told = callback;
        return () => {};
      },
    });
    const leave = (): void => {
      left = true;
      told();
    };
    return { asked, leave };
  };

  test('while its request waits for its turn: it is never sent, and gives its share back', async () => {
    limited({ connections: 1, maxInsideOfCompany: 1 });
    const first = ask(upstream);
    await until('the connection is busy', () => pending.length === 1);
    const { leave } = askAndLeave();
    expect((await ask(upstream, { empresa_id: 'leaving' }).told).error).toMatchObject({ why: 'caller' });
    leave();
    const last = ask(upstream, { empresa_id: 'leaving', path: '/now' });
    answerNext();
    await Promise.all([first.told, last.told]);
    expect(seen).toEqual(['/', '/now']);
  });

  test('after its request was sent: it goes on, for it may write', async () => {
    limited({ connections: 1 });
    const { asked, leave } = askAndLeave();
    await until('it was sent', () => pending.length === 1);
    leave();
    answerNext();
    expect(await replyTo(asked)).toEqual([200, 'hello']);
  });

  test('before its request begins: it is not sent', async () => {
    limited({ connections: 1 });
    ask(upstream, { path: '/left', hasCallerLeft: () => true });
    await ask(upstream, { path: '/now' }).told;
    expect(seen).toEqual(['/now']);
  });
});

describe('time', () => {
  test('that is over closes the connection', async () => {
    limited({});
    const asked = ask(upstream, { timeoutMs: 100 });
    expect((await asked.told).error).toBeInstanceOf(NoAnswer);
    await noneOpen();
    answerNext();
    expect(await replyTo(ask(upstream, { path: '/now' }))).toEqual([200, 'hello']);
    expect(asked.times()).toBe(1);
  });

  test('that is over before there is a connection: the request is never sent', async () => {
    limited({ connections: 1 });
    const first = ask(upstream, { path: '/1' });
    const late = ask(upstream, { path: '/late', timeoutMs: 50 });
    const next = ask(upstream, { path: '/now' });
    expect((await late.told).error).toMatchObject({ why: 'deadline' });
    await until('the first is there', () => pending.length === 1);
    answerNext();
    await Promise.all([first, next].map(replyTo));
    expect(seen).toEqual(['/1', '/now']);
  });

  const toldTimeout = (text = ''): number => Number(new RegExp(`${names.timeout}: (\\d+)`).exec(text)?.[1]);

  test('is a little less for the service than for the gateway, so that its error still arrives', async () => {
    limited({});
    const asked = ask(upstream, { timeoutMs: 5_000 });
    await until('it is there', () => pending.length === 1);
    expect(toldTimeout(pending[0]?.text)).toBeLessThanOrEqual(4_950);
    expect(toldTimeout(pending[0]?.text)).toBeGreaterThan(4_000);
    answerNext();
    await replyTo(asked);
  });

  test('spent on waiting for a connection is not told to the service', async () => {
    limited({ connections: 1 });
    const asked = [ask(upstream), ask(upstream, { timeoutMs: 5_000 })];
    await until('the first is there', () => pending.length === 1);
    const begun = performance.now();
    await until('some time has passed', () => performance.now() - begun > 300);
    answerNext();
    await until('the second is there', () => pending.length === 1);
    expect(toldTimeout(pending[0]?.text)).toBeLessThan(4_750);
    answerNext();
    await Promise.all(asked.map(replyTo));
  });

  test('spent on the first attempt is not told to the second', async () => {
    limited({});
    const asked = ask(upstream, { timeoutMs: 5_000 });
    await until('the first attempt is there', () => pending.length === 1);
    const begun = performance.now();
    await until('some time has passed', () => performance.now() - begun > 300);
    pending.shift()?.socket.destroy();
    await until('the second attempt is there', () => pending.length === 1);
    expect(toldTimeout(pending[0]?.text)).toBeLessThan(4_750);
    answerNext();
    expect(await replyTo(asked)).toEqual([200, 'hello']);
  });
});

describe('replicas', () => {
  const limits = { connections: 1, connectMs: 100, stallMs: 100 };
  const looked = (resolve: (origin: string) => Promise<string[]>, origins: string[]) => {
    const replicas = makeReplicas(origins, limits, undefined, { resolve, everyMs: 50, retryMs: 50 });
    const size = () => replicas.size();
    return { replicas, size };
  };

  test('of a name that DNS does not know are kept, and do not hide those of other names', async () => {
    const known = new Map([['http://one:1', ['http://127.0.0.1:1', 'http://127.0.0.2:1']]]);
    const resolve = async (origin: string): Promise<string[]> => {
      const found = known.get(origin);
      if (!found) throw new Error('ENOTFOUND');
      return found;
    };
    const { replicas, size } = looked(resolve, ['http://one:1', 'http://other:1']);
    await until('the first name is resolved', () => size() === 3);
    known.set('http://other:1', ['http://127.0.0.3:1', 'http://127.0.0.4:1']);
    await until('the other name is resolved, too', () => size() === 4);
    known.delete('http://one:1');
    known.set('http://other:1', ['http://127.0.0.3:1']);
    await until('what is known is followed', () => size() === 3);
    replicas.close();
    upstream = upstreamTo(service.url);
  });

  test('are looked up again when the time is over, not before', async () => {
    const asked: number[] = [];
    const resolve = async () => {
      asked.push(performance.now());
      return ['http://127.0.0.1:1'];
    };
    const replicas = makeReplicas(['http://one:1'], limits, undefined, { resolve, everyMs: 400, retryMs: 1 });
    await until('it was looked up three times', () => asked.length === 3);
    replicas.close();
    const [first = 0, second = 0, third = 0] = asked;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(390);
  });

  /** Counts its probes, and answers them with this status. */
  const startProbed = async () => {
    const state = { probes: 0, status: '200 OK' };
    const probed = await startRawUpstream((socket) =>
      socket.on('data', (bytes) => {
        if (!bytes.includes('GET /readyz')) return;
        state.probes += 1;
        socket.write(`HTTP/1.1 ${state.status}\r\ncontent-length: 0\r\n\r\n`);
      }),
    );
    return { ...probed, state };
  };

  test('are probed only while they are suspected, also when all their connections are busy', async () => {
    const [one, other] = [await startProbed(), await startProbed()];
    one.state.status = '503 Service Unavailable';
    const replicas = makeReplicas([one.url, other.url], limits);
    const taken = [replicas.take(), replicas.take()];
    const begun = performance.now();
    await until('probes would have come', () => performance.now() - begun > 700);
    expect([one.state.probes, other.state.probes]).toEqual([0, 0]);
    for (const replica of taken) replica?.suspect();
    await until('one of them is ready again', () => taken.filter((replica) => replica?.ready).length === 1);
    one.state.status = '200 OK';
    await until('both are', () => taken.every((replica) => replica?.ready));
    replicas.close();
    await Promise.all([one.close(), other.close()]);
    upstream = upstreamTo(service.url);
  });
});

test('closing ends everything', async () => {
  limited({ connections: 1 });
  const [first, waiting] = [ask(upstream), ask(upstream, { timeoutMs: 200 })];
  await until('it is there', () => pending.length === 1);
  upstream.close();
  for (const { told } of [first, waiting]) expect((await told).error).toBeInstanceOf(Error);
  await noneOpen();
});
