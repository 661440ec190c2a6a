import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '@representa/service-kit';
import { asEmpresa, clientBody, makeFollower, startStopwatch, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ClientsService, startClientsService, startReplica } from './clients-service.ts';

let service: ClientsService;
let empresa: string;
let admin: postgres.Sql;

beforeAll(async () => {
  service = await startClientsService();
  admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresa = randomUUID();
});

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
const send = (method: Method, path: string, payload?: object, app: App = service.app) =>
  app.inject({
    method,
    url: `/api/v1/clients${path}`,
    headers: asEmpresa(empresa),
    ...(payload && { payload }),
  });
const create = async (changes: object = {}) => (await send('POST', '', clientBody(changes))).json().data;
const read = async (id: string) => (await send('GET', `/${id}`)).json().data;
const changes = (query = '', app: App = service.app) => send('GET', `/changes?${query}`, undefined, app);
const follow = (limit: number, app: () => App = () => service.app) =>
  makeFollower(async (cursor) => {
    const answer = await changes(`limit=${limit}&cursor=${cursor}`, app());
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  });
const everything = async () => {
  const rows = await admin<{ id: string }[]>`select id from clients.client where empresa_id = ${empresa}`;
  return Promise.all(rows.map(({ id }) => readSurely(id)));
};
/** The first read after connections were killed may be a 503. */
const readSurely = async (id: string) => {
  let record: object | undefined;
  await until('it is read', async () => {
    record = await read(id);
    return record !== undefined;
  });
  return record as object;
};
const byId = (records: object[]) => [...records].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
const expectCopy = async (copy: object[]): Promise<void> => expect(byId(copy)).toEqual(byId(await everything()));

describe('the changes feed', () => {
  test('shows each record at its last change, and deleted ones as tombstones', async () => {
    const [first, second, third] = [await create(), await create(), await create()];
    await send('PUT', `/${first.id}`, { nome: 'Quitanda' });
    await send('DELETE', `/${second.id}`);
    const { data, limit, next_cursor } = (await changes()).json();
    expect(data).toEqual([
      { tipo: 'alterado', id: third.id, alterado_em: third.updated_at, registro: await read(third.id) },
      { tipo: 'alterado', id: first.id, alterado_em: expect.any(String), registro: await read(first.id) },
      { tipo: 'excluido', id: second.id, alterado_em: expect.stringMatching(/Z$/) },
    ]);
    expect([limit, (await changes(`cursor=${next_cursor}`)).json()]).toEqual([
      100,
      { data: [], limit: 100, next_cursor },
    ]);
  });

  test('is empty for a company without changes, and shows nothing of others', async () => {
    await create();
    empresa = randomUUID();
    expect((await changes()).json()).toEqual({ data: [], limit: 100, next_cursor: expect.stringMatching(/./) });
  });

  test('a change between two pages is shown at its new place, and nothing is left out', async () => {
    const created = [await create(), await create(), await create()];
    const follower = follow(1);
    await follower.step();
    await send('PUT', `/${created[0].id}`, { nome: 'Um' });
    await send('DELETE', `/${created[1].id}`);
    await follower.catchUp();
    await expectCopy(follower.copy());
    expect(follower.faults()).toEqual([]);
  });

  test('refused writes show nothing', async () => {
    const { id, email } = await create();
    const follower = follow(10);
    await follower.catchUp();
    expect((await send('POST', '', clientBody({ email }))).statusCode).toBe(409);
    expect((await send('PUT', `/${randomUUID()}`, { nome: 'x' })).statusCode).toBe(404);
    service.sales.inUse.set(id, 1);
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(409);
    expect(await follower.step()).toBe(0);
  });

  test('never skips or repeats while many write, connections are killed and replicas restart', async () => {
    let replica = await startReplica(service.stack);
    onTestFinished(async () => void (await replica.close()));
    const ids: string[] = [];
    const [slow, fast] = [follow(3, () => replica), follow(50)];
    let isWriting = true;

    const write = async (n: number): Promise<void> => {
      const chosen = ids[(n * 7) % Math.max(1, ids.length)];
      if (chosen === undefined || n % 3 === 0) {
        const answer = await send('POST', '', clientBody());
        if (answer.statusCode === 201) ids.push(answer.json().data.id);
      } else if (n % 3 === 1) await send('PUT', `/${chosen}`, { cidade: `Cidade ${n}` });
      else await send('DELETE', `/${chosen}`);
    };
    const writer = async (from: number): Promise<void> => {
      for (let n = from; n < from + 60; n++) await write(n);
    };
    const killer = async (): Promise<void> => {
      for (let kills = 0; kills < 5 && isWriting; kills++) {
        const before = ids.length;
        await until('more is written', () => ids.length > before + 5 || !isWriting);
        await admin`
          select pg_terminate_backend(pid) from pg_stat_activity
          where usename = 'clients' and state = 'active' and datname = current_database()`;
      }
    };
    const restarter = async (): Promise<void> => {
      await until('some is written', () => ids.length > 20 || !isWriting);
      const old = replica;
      replica = await startReplica(service.stack);
      await old.close();
    };
    const following = async (follower: ReturnType<typeof follow>): Promise<void> => {
      // A killed connection may be the follower's own: it asks again with the same cursor.
      while (isWriting) await follower.step().catch(() => 0);
    };
    const followers = [following(slow), following(fast)];
    await Promise.all([...Array.from({ length: 6 }, (_, i) => writer(i * 100)), killer(), restarter()]);
    isWriting = false;
    await Promise.all(followers);

    for (const follower of [slow, fast]) {
      await follower.catchUp();
      await expectCopy(follower.copy());
      expect(follower.faults()).toEqual([]);
    }
    const fresh = follow(500);
    await fresh.catchUp();
    await expectCopy(fresh.copy());
  });
});

describe('tombstones', () => {
  const age = (days: number) =>
    admin`update clients.tombstone set deleted_at = now() - make_interval(days => ${days}) where empresa_id = ${empresa}`;
  const prune = () => admin.unsafe('set search_path to clients; select prune_tombstones()');

  test('are kept 90 days; after that an older cursor is a 410 that tells how to start again', async () => {
    const [gone, kept] = [await create(), await create()];
    const [late, current] = [follow(1), follow(10)];
    await late.step();
    await send('DELETE', `/${gone.id}`);
    await age(89);
    await prune();
    await current.catchUp();
    expect((await changes(`cursor=${late.cursor()}`)).json().data.map(({ id }: { id: string }) => id)).toEqual([
      kept.id,
      gone.id,
    ]);

    await age(91);
    await prune();
    const expired = await changes(`cursor=${late.cursor()}`);
    expect([expired.statusCode, expired.json()]).toEqual([
      410,
      { error: 'Cursor expirado. Recomece com cursor vazio para receber tudo novamente' },
    ]);
    expect(await current.step()).toBe(0);
    const fresh = follow(10);
    await fresh.catchUp();
    await expectCopy(fresh.copy());
  });

  test('of one company are removed at a time: while it is busy, the others still write', async () => {
    const others = Array.from({ length: 8 }, () => randomUUID().replace(/^./, '0'));
    const busy = randomUUID().replace(/^./, 'f');
    const all = [...others, busy];
    for (const [i, empresa_id] of all.entries()) {
      await admin`insert into clients.change_sequence (empresa_id, last) values (${empresa_id}, 2)`;
      await admin`
        insert into clients.tombstone (empresa_id, resource, change, id, deleted_at)
        select ${empresa_id}, 'client', n, n, now() - interval '92 days' + ${i} * interval '1 minute'
        from generate_series(1, 2) n`;
    }
    const sweeper = postgres(service.stack.adminUrl, { max: 1, connection: { search_path: 'clients' } });
    const blocker = postgres(service.stack.adminUrl, { max: 1 });
    onTestFinished(async () => void (await Promise.all([blocker.end(), sweeper.end()])));
    const pruneAll = async (): Promise<void> => {
      const [{ removed } = {}] = await sweeper`select prune_tombstones() as removed`;
      if (removed > 0) await pruneAll();
    };
    const isWaiting = async () =>
      (await admin`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%prune_tombstones%'`)
        .count > 0;
    let pruning: Promise<void> | undefined;
    await blocker.begin(async (transaction) => {
      await transaction`select from clients.change_sequence where empresa_id = ${busy} for update`;
      pruning = pruneAll();
      await until('the sweeper waits', isWaiting);
      for (empresa of others) expect((await send('POST', '', clientBody())).statusCode).toBe(201);
    });
    await pruning;
    const [left] = await admin`
      select (select count(*)::int from clients.tombstone where empresa_id in ${admin(all)}) as tombstones,
        (select count(*)::int from clients.change_sequence where empresa_id in ${admin(all)} and pruned = 2) as pruned`;
    expect(left).toEqual({ tombstones: 0, pruned: all.length });
  });

  test('a cursor from before the database was restored is a 410 too', async () => {
    await create();
    const follower = follow(10);
    await follower.catchUp();
    await admin`update clients.change_sequence set last = 0 where empresa_id = ${empresa}`;
    expect((await changes(`cursor=${follower.cursor()}`)).statusCode).toBe(410);
  });
});

describe('waiting for a change', () => {
  test('is answered when one comes, on whichever replica it is written', async () => {
    const replica = await startReplica(service.stack);
    onTestFinished(async () => void (await replica.close()));
    const { next_cursor } = (await changes()).json();
    const elapsedMs = startStopwatch();
    const waiting = [service.app, replica].map((app) => changes(`espera=25&cursor=${next_cursor}`, app));
    const { id } = await create();
    for (const answer of await Promise.all(waiting)) expect(answer.json().data).toMatchObject([{ id }]);
    expect(elapsedMs()).toBeLessThan(4_000);
  });

  test.each([
    ['a creation', () => create()],
    ['an update', (id: string) => send('PUT', `/${id}`, { nome: 'Novo' })],
    ['a delete', (id: string) => send('DELETE', `/${id}`)],
  ])('is answered by %s', async (_name, write) => {
    const { id } = await create();
    const { next_cursor } = (await changes()).json();
    const elapsedMs = startStopwatch();
    const waiting = changes(`espera=25&cursor=${next_cursor}`);
    await write(id);
    expect((await waiting).json().data).toHaveLength(1);
    expect(elapsedMs()).toBeLessThan(4_000);
  });

  test('is answered without one when the time is over, with a cursor that goes on', async () => {
    const { next_cursor } = (await changes()).json();
    const began = performance.now();
    const answer = await changes(`espera=1&cursor=${next_cursor}`);
    expect(performance.now() - began).toBeGreaterThanOrEqual(995);
    expect(answer.json()).toEqual({ data: [], limit: 100, next_cursor });
  });

  test('does not wait when there is something', async () => {
    await create();
    const elapsedMs = startStopwatch();
    expect((await changes('espera=25')).json().data).toHaveLength(1);
    expect(elapsedMs()).toBeLessThan(4_000);
  });

  test('holds no database connection; too many of a company are a 429, and those of others still wait', async () => {
    const replica = await startReplica(service.stack, 1);
    const { next_cursor } = (await changes()).json();
    const waiting = Array.from({ length: 65 }, () => changes(`espera=25&cursor=${next_cursor}`, replica));
    const refused = await Promise.race(waiting);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await send('GET', '', undefined, replica)).statusCode).toBe(200);
    empresa = randomUUID();
    expect((await changes('espera=1', replica)).statusCode).toBe(200);
    await replica.close();
    await Promise.all(waiting);
  });

  test.each(['GET', 'HEAD'] as const)(
    'takes no slot of a replica, however the time is written (%s)',
    async (method) => {
      const replica = await startReplica(service.stack, 8, 1);
      const { next_cursor } = (await changes()).json();
      const waiting = ['espera=3', 'espera=0003', 'espera=%33'].map((espera) =>
        send(method, `/changes?${espera}&cursor=${next_cursor}`, undefined, replica),
      );
      await pause(300);
      expect((await send('GET', '', undefined, replica)).statusCode).toBe(200);
      expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      await replica.close();
    },
  );

  test('is answered at once when the replica is told to end', async () => {
    const replica = await startReplica(service.stack);
    const url = await replica.listen({ host: '127.0.0.1', port: 0 });
    const waiting = fetch(`${url}/api/v1/clients/changes?espera=25`, { headers: asEmpresa(empresa) });
    const isActive = async () =>
      (
        await admin`
      select from pg_stat_activity where usename = 'clients' and query like '%tombstone%' and datname = current_database()
        and state = 'idle' and state_change > now() - interval '1 s'`
      ).count > 0;
    await until('it waits', isActive);
    const elapsedMs = startStopwatch();
    await replica.close();
    expect(elapsedMs()).toBeLessThan(4_000);
    expect(await (await waiting).text()).toMatch(/^\{"data":\[\]/);
  });

  test('without NATS finds the change by itself', async () => {
    const { next_cursor } = (await changes()).json();
    const waiting = changes(`espera=20&cursor=${next_cursor}`);
    await admin`
      insert into clients.change_sequence (empresa_id, last) values (${empresa}, 1)`;
    await admin`
      insert into clients.tombstone (empresa_id, resource, change, id) values (${empresa}, 'client', 1, ${randomUUID()})`;
    expect((await waiting).json().data).toHaveLength(1);
  });
});

describe('bad input', () => {
  const refused = async (query: string): Promise<unknown> => {
    const answer = await changes(query);
    return [answer.statusCode, answer.json().error, answer.json().details?.[0]?.path];
  };

  test.each([
    ...['0', '-1', '1.5', 'x', '', '1e2'].map((value) => ['limit', `limit=${value}`]),
    ...['26', '-1', '2.5', 'x', ''].map((value) => ['espera', `espera=${value}`]),
    ['limit', 'limit=1&limit=2'],
    ['espera', 'espera=1&espera=1'],
    ['cursor', 'cursor=a&cursor=b'],
    ['cursor', `cursor=${'a'.repeat(2_001)}`],
    ['page', 'page=1'],
  ])('%s: %s', async (name, query) => {
    expect(await refused(query)).toEqual([400, 'Dados de entrada inválidos', [name]]);
  });

  test('a limit above 500 counts, and is shown, as 500', async () => {
    await create();
    for (const limit of ['501', '99999', '9'.repeat(400)])
      expect((await changes(`limit=${limit}`)).json()).toMatchObject({ limit: 500, data: [{ tipo: 'alterado' }] });
  });

  test('a cursor that is none, of another company or of another kind', async () => {
    await create();
    const { next_cursor } = (await changes()).json();
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of ['x', '%00', forged(null), forged(['', 0, 0]), forged({}), `${next_cursor}x`.slice(1)])
      expect(await refused(`cursor=${cursor}`)).toEqual([400, 'Cursor inválido', undefined]);
    empresa = randomUUID();
    expect(await refused(`cursor=${next_cursor}`)).toEqual([400, 'Cursor inválido', undefined]);
  });
});
