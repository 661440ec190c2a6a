import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { makeLogger } from '@representa/telemetry';
import { startStopwatch, until } from '@representa/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { App, RequestCall } from '../../src/index.ts';
import { validateInTurn } from '../../src/overload/work.ts';
import { limitWork, makeServer } from '../../src/process/index.ts';

let app: App;
const log = makeLogger('test', 'silent');

afterEach(async () => {
  // A request that is never answered would hold up the closing.
  app.server.closeAllConnections();
  await app.close();
});

/** As the gateway's headers do it. */
const identify = (api: App, timeoutMs = 5_000): void =>
  void api.addHook('onRequest', async (request) => {
    const call = { empresa_id: String(request.headers['x-company']), deadline: performance.now() + timeoutMs };
    request.call = call as RequestCall;
  });

test('beyond its capacity a server answers 503 at once, and serves those it let in', async () => {
  const doors: (() => void)[] = [];
  app = makeServer(log);
  app.register(async (api: App) => {
    limitWork(api, 3);
    api.get('/slow', () => new Promise((open) => doors.push(() => open({ done: true }))));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const admitted = Array.from({ length: 3 }, () => fetch(`${url}/slow`));
  await until('three are under way', () => doors.length === 3);

  const elapsedMs = startStopwatch();
  const refused = await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/slow`)));
  expect(elapsedMs()).toBeLessThan(1_000);
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toEqual({ error: 'Serviço indisponível' });
  }

  for (const open of doors.splice(0)) open();
  expect((await Promise.all(admitted)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const next = fetch(`${url}/slow`);
  await until('there is room again', () => doors.length === 1);
  doors[0]?.();
  expect((await next).status).toBe(200);
});

test('a caller that leaves gives its slot back', async () => {
  let begun = 0;
  app = makeServer(log);
  app.register(async (api: App) => {
    limitWork(api, 1);
    api.get('/slow', async (request) => {
      begun += 1;
      if (begun === 1) await once(request.raw.socket, 'close');
      return {};
    });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => 'left');
  await until('the first is under way', () => begun === 1);
  expect((await fetch(`${url}/slow`)).status).toBe(503);
  leaving.abort();
  expect(await left).toBe('left');
  await until('there is room again', async () => (await fetch(`${url}/slow`)).status === 200);
});

test('a company takes at most a quarter of the slots', async () => {
  const doors: (() => void)[] = [];
  app = makeServer(log);
  app.register(async (api: App) => {
    identify(api);
    limitWork(api, 8);
    api.get('/slow', () => new Promise((open) => doors.push(() => open({ done: true }))));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = (company: string) => fetch(`${url}/slow`, { headers: { 'x-company': company } });
  const own = [ask('a'), ask('a')];
  await until('it has its share', () => doors.length === 2);
  const refused = await ask('a');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toEqual({ error: 'Requisições simultâneas demais desta empresa' });
  const other = ask('b');
  await until('another company is let in', () => doors.length === 3);
  for (const open of doors.splice(0)) open();
  expect((await Promise.all([...own, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
  const next = ask('a');
  await until('there is room again', () => doors.length === 1);
  doors[0]?.();
  expect((await next).status).toBe(200);
});

test('of the large bodies of a company one is checked in each turn, so that others come in between', async () => {
  const checked: string[] = [];
  const body = z.object({ de: z.string().refine((company) => checked.push(company)), texto: z.string() });
  app = makeServer(log);
  app.register(async (api: App) => {
    identify(api);
    validateInTurn(api);
    api.post('/', { schema: { body } }, async () => ({}));
  });
  const send = async (company: string, texto = '') => {
    const headers = { 'x-company': company };
    return app.inject({ method: 'POST', url: '/', headers, payload: { de: company, texto } });
  };
  await app.ready();
  const long = 'x'.repeat(2_000);
  const answers = await Promise.all([...Array.from({ length: 20 }, () => send('a', long)), send('b', long), send('c')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(22).fill(200));
  expect(checked.indexOf('b')).toBeLessThan(3);
  expect(checked.indexOf('c')).toBeLessThan(3);
});

const block = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('the time that a start takes is no overload', async () => {
  app = makeServer(log);
  app.register(async (api: App) => {
    limitWork(api, 100);
    api.get('/', async () => ({}));
    block(1_500);
  });
  expect((await app.inject('/')).statusCode).toBe(200);
});

test('while the event loop does not keep up, requests are refused; afterwards they are served', async () => {
  app = makeServer(log);
  app.register(async (api: App) => {
    limitWork(api, 100);
    api.get('/', async () => ({}));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(url)).status).toBe(200);
  // The lag is smoothed, and decays by half with every look at it.
  block(1_500);
  await turn();
  block(1_500);
  await until('the lag is seen', async () => (await fetch(url)).status === 503, 500);
  await until('it is over', async () => (await fetch(url)).status === 200, 3_000);
});

test('while the event loop does not keep up, a company with few requests is still served', async () => {
  const doors: (() => void)[] = [];
  app = makeServer(log);
  app.register(async (api: App) => {
    identify(api);
    limitWork(api, 100);
    api.get('/', async () => ({}));
    api.get('/slow', () => new Promise((open) => doors.push(() => open({ done: true }))));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (company: string, path = '/') =>
    (await fetch(`${url}${path}`, { headers: { 'x-company': company } })).status;
  const held = Array.from({ length: 4 }, () => ask('busy', '/slow'));
  await until('one company has several', () => doors.length === 4);
  block(1_500);
  await turn();
  block(1_500);
  await until('its next is refused', async () => (await ask('busy')) === 503, 500);
  expect(await ask('light')).toBe(200);
  for (const open of doors) open();
  expect(await Promise.all(held)).toEqual([200, 200, 200, 200]);
});

test('refusals are logged when they begin and when they are over, not one by one', async () => {
  const lines: string[] = [];
  const logged = pino({}, { write: (line: string) => void lines.push(line) });
  app = makeServer(logged);
  app.register(async (api: App) => {
    limitWork(api, 1);
    api.get('/slow', () => new Promise(() => {}));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  void fetch(`${url}/slow`).catch(() => {});
  await until(
    'there is no room',
    async () =>
      (await fetch(`${url}/slow`, { signal: AbortSignal.timeout(500) }).catch(() => undefined))?.status === 503,
  );
  for (let count = 0; count < 20; count++) expect((await fetch(`${url}/slow`)).status).toBe(503);
  expect(lines).toHaveLength(1);
  await until('it is over', () => lines.length === 2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'requests are refused', limiter: 'work' },
    { level: 40, msg: 'requests are refused: over', limiter: 'work', times: 21 },
  ]);
});

test('a company that is not alone has its share at work; the rest waits, and is refused when its time is over', async () => {
  const doors: (() => void)[] = [];
  app = makeServer(log);
  app.register(async (api: App) => {
    identify(api, 400);
    limitWork(api, 512);
    api.get('/', async () => ({}));
    api.get('/slow', () => new Promise((open) => doors.push(() => open({ done: true }))));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = (company: string, path: string) => fetch(`${url}${path}`, { headers: { 'x-company': company } });
  expect((await ask('other', '/')).status).toBe(200);
  const asked = Array.from({ length: 10 }, () => ask('busy', '/slow'));
  const late = await Promise.race(asked);
  expect([late.status, late.headers.get('x-limiter')]).toEqual([503, 'work']);
  expect(doors).toHaveLength(8);
  expect((await ask('other', '/')).status).toBe(200);
  for (const open of doors) open();
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(8);
});
