import { once } from 'node:events';
import { connect } from 'node:net';
import { makeLogger } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterEach, expect, test } from 'vitest';
import { type App, makeServer, refuseOverload } from '../src/index.ts';

let app: App;
afterEach(() => app.close());

test('beyond its capacity a server answers 503 at once, and serves those it let in', async () => {
  const doors: (() => void)[] = [];
  app = makeServer(makeLogger('test', 'silent'));
  app.register(async (api: App) => {
    refuseOverload(api, 3);
    api.get('/slow', () => new Promise((open) => doors.push(() => open({ done: true }))));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const admitted = Array.from({ length: 3 }, () => fetch(`${url}/slow`));
  await until('three are under way', () => doors.length === 3);

  const started = performance.now();
  const refused = await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/slow`)));
  expect(performance.now() - started).toBeLessThan(1_000);
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

test('a caller that leaves gives its place back', async () => {
  let begun = 0;
  app = makeServer(makeLogger('test', 'silent'));
  app.register(async (api: App) => {
    refuseOverload(api, 1);
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

test('a caller that leaves several requests on one connection gives all their places back', async () => {
  const doors = new Set<() => void>();
  app = makeServer(makeLogger('test', 'silent'));
  app.register(async (api: App) => {
    refuseOverload(api, 3);
    api.get('/slow', async () => {
      await new Promise<void>((open) => doors.add(open));
      return {};
    });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = connect(Number(new URL(url).port), '127.0.0.1');
  caller.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3));
  await until('three are under way', () => doors.size === 3);
  expect((await fetch(`${url}/slow`)).status).toBe(503);
  caller.destroy();
  await once(caller, 'close');
  for (const open of doors) open();
  doors.clear();

  const statuses: number[] = [];
  const ask = async (): Promise<void> => void statuses.push((await fetch(`${url}/slow`)).status);
  await until('there is room for three at once', () => {
    if (doors.size < 3) void ask();
    return doors.size === 3;
  });
  for (const open of doors) open();
  await until('they are served', () => statuses.filter((status) => status === 200).length === 3);
});
