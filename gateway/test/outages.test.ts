import { setTimeout as delay } from 'node:timers/promises';
import {
  migrate,
  type PostgresServer,
  type RedisServer,
  roleUrl,
  startNats,
  startPostgres,
  startRedis,
} from '@representa/local-stack';
import { until } from '@representa/testing';
import { Redis } from 'ioredis';
import driver from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newApiKey } from '../src/authentication/api-key.ts';
import { makeCommandInvalidateKeys } from '../src/command/connect.ts';
import type { Config } from '../src/config.ts';
import {
  createEmpresa,
  type Gateway,
  openEmpresas,
  query,
  startGateway,
  type TestEmpresa,
  testCall,
} from './gateway.ts';
import { call, type Reply } from './http.ts';
import { untilReady } from './system.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

/** Servers of its own: each of them is stopped here. */
let postgres: PostgresServer;
let nats: Awaited<ReturnType<typeof startNats>>;
let redis: RedisServer;
let stack: { databaseUrl(): string; natsUrl: typeof nats.urlFor; redisUrl: string };
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;

beforeAll(async () => {
  [postgres, nats, redis, upstream] = await Promise.all([startPostgres(), startNats(), startRedis(), startUpstream()]);
  const databaseUrl = () => roleUrl(postgres, 'gateway');
  await migrate({ postgres });
  stack = { databaseUrl, natsUrl: nats.urlFor, redisUrl: redis.url };
  gateway = await startGateway(stack, { SALES_URL: [upstream.url] });
});

beforeEach(async () => {
  const { empresas, database } = openEmpresas(stack);
  empresa = await createEmpresa(empresas);
  await database.end();
  await until('the gateway knows it', async () => (await ask()).status === 200);
});

afterAll(async () => {
  await gateway.close();
  await Promise.all([postgres.stop(), nats.stop(), redis.stop(), upstream.close()]);
});

const ask = (key = empresa.key): Promise<Reply> => call(gateway.port, '/api/v1/sales', { key });

/** Asks all the time while something happens, and returns the statuses and the longest time. */
const askDuring = async (happening: () => Promise<unknown>): Promise<{ statuses: number[]; maxMs: number }> => {
  const replies: Reply[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      replies.push(await ask());
      await delay(20);
    }
  })();
  await happening();
  isOver = true;
  await asking;
  const statuses = [...new Set(replies.map(({ status }) => status))];
  return { statuses, maxMs: Math.max(...replies.map(({ ms }) => ms)) };
};

const newKey = async (): Promise<string> => {
  const { empresas, database } = openEmpresas(stack);
  const created = await createEmpresa(empresas);
  await database.end();
  return created.key;
};

const emptyRedis = async (): Promise<void> => {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
};

const token = 'a-token-of-more-than-thirty-two-characters';

/** A gateway that has less time than the invalidation waits for NATS. */
const startHurried = async (changes: Partial<Config> = {}): Promise<Gateway> => {
  const hurried = await startGateway(stack, { REQUEST_TIMEOUT_MS: 500, ...changes });
  await untilReady(hurried);
  return hurried;
};

describe('Redis', () => {
  test('stopped and started again under load: no request fails, and it is used again', async () => {
    const { statuses } = await askDuring(async () => {
      await redis.stop();
      await delay(2_500);
      expect((await ask(await newKey())).status).toBe(200);
      await redis.start();
      await delay(2_500);
    });
    expect(statuses).toEqual([200]);
    const before = gateway.lookups();
    await delay(1_100);
    await ask();
    await delay(1_100);
    await ask();
    expect(gateway.lookups() - before).toBeLessThanOrEqual(1);
  });

  test('frozen: not even the first to notice fails', async () => {
    const key = await newKey();
    await redis.kill('SIGSTOP');
    const reply = await ask(key);
    await redis.kill('SIGCONT');
    expect(reply.status).toBe(200);
    expect(reply.ms).toBeLessThan(1_000);
  });

  test('frozen: no request fails or waits long', async () => {
    const { statuses, maxMs } = await askDuring(async () => {
      await redis.kill('SIGSTOP');
      await delay(2_500);
      expect((await ask(await newKey())).status).toBe(200);
      await redis.kill('SIGCONT');
      await delay(500);
    });
    expect(statuses).toEqual([200]);
    expect(maxMs).toBeLessThan(1_000);
  });

  test('full of nonsense: it is not believed', async () => {
    const client = new Redis(redis.url);
    const { empresas, database } = openEmpresas(stack);
    const nonsense = ['{', '{}', '[]', '{"empresa_id":1}'];
    const known = await Promise.all(nonsense.map(() => createEmpresa(empresas)));
    await database.end();
    for (const { key } of known) expect((await ask(key)).status).toBe(200);
    await Promise.all(known.map(({ hash }, i) => client.set(`gateway:key:${hash}`, nonsense[i] as string)));
    // Longer than the gateway answers from its memory: the next request waits for what Redis says.
    await delay(2_100);
    const before = gateway.lookups();
    for (const { key } of known) expect((await ask(key)).status).toBe(200);
    expect(gateway.lookups() - before).toBe(nonsense.length);
    client.disconnect();
  });
});

describe('PostgreSQL', () => {
  test('stopped: known keys are served, unknown ones wait for it; then all is well again', async () => {
    const { statuses, maxMs } = await askDuring(async () => {
      await postgres.stop();
      await emptyRedis();
      await delay(3_000);
      const unknown = await ask('rep_nobody');
      expect([unknown.status, unknown.json]).toEqual([503, { error: 'Serviço indisponível' }]);
      expect(unknown.headers['retry-after']).toBe('1');
      expect(unknown.ms).toBeLessThan(2_000);
      await postgres.start();
    });
    expect(statuses).toEqual([200]);
    expect(maxMs).toBeLessThan(2_000);
    await until('unknown keys are unknown again', async () => (await ask('rep_nobody')).status === 401);
    expect((await ask(await newKey())).status).toBe(200);
  });

  test('frozen: the same, and hardly anybody waits', async () => {
    const { statuses, maxMs } = await askDuring(async () => {
      await postgres.kill('SIGSTOP');
      await emptyRedis();
      await delay(3_000);
      await postgres.kill('SIGCONT');
    });
    expect(statuses).toEqual([200]);
    expect(maxMs).toBeLessThan(1_800);
  });

  test("frozen: the operator's API answers within REQUEST_TIMEOUT_MS, too", async () => {
    const own = await startGateway(stack, { ADMIN_TOKEN: [token], REQUEST_TIMEOUT_MS: 500 });
    const list = () =>
      call(own.adminPort ?? 0, '/admin/v1/empresas', { headers: { authorization: `Bearer ${token}` } });
    expect((await list()).status).toBe(200);
    await postgres.kill('SIGSTOP');
    const { status, ms } = await list();
    await postgres.kill('SIGCONT');
    expect(status).toBe(503);
    expect(ms).toBeLessThan(3_000);
    await own.close();
  });

  test("slow: the two queries of the operator's API for a company's keys share REQUEST_TIMEOUT_MS", async () => {
    const own = await startGateway(stack, { ADMIN_TOKEN: [token], REQUEST_TIMEOUT_MS: 2_000 });
    const superuser = driver(postgres.url, { max: 3, onnotice: () => {} });
    const lock = async (table: string, seconds: number) =>
      superuser.unsafe(`begin; lock table gateway.${table}; select pg_sleep(${seconds}); commit`);
    const locks = [lock('empresa', 1.5), lock('api_key', 4)].map((locked) => locked.catch(String));
    await until('both tables are locked', async () => {
      const [row] = await superuser`
        select count(*)::int as count from pg_locks where mode = 'AccessExclusiveLock' and granted`;
      return row?.count === 2;
    });
    const path = `/admin/v1/empresas/${empresa.id}/keys`;
    const { status, ms } = await call(own.adminPort ?? 0, path, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(503);
    expect(ms).toBeLessThan(2_700);
    await Promise.all(locks);
    await superuser.end();
    await own.close();
  });
});

describe('NATS', () => {
  test('stopped: everything goes on, and a revoked key ends with what the caches know of it', async () => {
    await nats.stop();
    expect((await ask()).status).toBe(200);
    const { database } = openEmpresas(stack);
    await query(database)`update api_key set revoked_at = now() where id = ${empresa.key_id}`;
    await database.end();
    const invalidateKeys = makeCommandInvalidateKeys({ NATS_URL: nats.urlFor('gateway'), REDIS_URL: redis.url });
    expect(await invalidateKeys([empresa.hash])).toBe(false);
    await until('it is refused', async () => (await ask()).status === 401, 2_000);
    await nats.start();
  });

  test('frozen: the secret of a key that replaces another is shown all the same', async () => {
    const hurried = await startHurried();
    await nats.kill('SIGSTOP');
    const rotated = await call(hurried.port, `/api/v1/keys/${empresa.key_id}/rotate`, {
      method: 'POST',
      key: empresa.key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sobreposicao: 0 }),
    });
    await nats.kill('SIGCONT');
    await hurried.close();
    expect(rotated.status).toBe(201);
    expect(hurried.lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        msg: 'keys have changed: other gateways may take the old ones for up to 2 s',
        request_id: rotated.headers['x-request-id'],
        told_redis: true,
        told_nats: false,
      }),
    );
    expect((await ask(rotated.json.data.chave)).status).toBe(200);
    await until('the old key is refused', async () => (await ask()).status === 401, 2_000);
  });

  test('frozen: who revokes a key is told that other gateways may accept it a little longer', async () => {
    const hurried = await startHurried();
    const send = (method: string, path: string, body?: object) =>
      call(hurried.port, `/api/v1/keys${path}`, {
        method,
        key: empresa.key,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    const { json: issued } = await send('POST', '', { rotulo: 'ERP', escopo: 'read' });
    await nats.kill('SIGSTOP');
    const { status, json } = await send('DELETE', `/${issued.data.id}`);
    await nats.kill('SIGCONT');
    await hurried.close();
    expect([status, json.message]).toEqual([
      200,
      'Chave revogada com sucesso. Por cerca de um minuto, outros servidores ainda podem aceitá-la',
    ]);
  });

  test('frozen: a change of a company is told all the same', async () => {
    const hurried = await startHurried({ ADMIN_TOKEN: [token] });
    await nats.kill('SIGSTOP');
    const renamed = await call(hurried.adminPort ?? 0, `/admin/v1/empresas/${empresa.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ nome: 'Renomeada' }),
    });
    await nats.kill('SIGCONT');
    await hurried.close();
    expect([renamed.status, renamed.json.data?.nome]).toEqual([200, 'Renomeada']);
  });

  test('absent from the start: not ready until it is there; requests are served meanwhile', async () => {
    await nats.stop();
    const late = await startGateway(stack, { SALES_URL: [upstream.url] });
    await until('it says why', () => late.lines.some((line) => line.includes('"msg":"not ready"')), 5_000);
    expect((await call(late.port, '/readyz')).status).toBe(503);
    expect((await call(late.port, '/healthz')).status).toBe(200);
    expect((await call(late.port, '/api/v1/sales', { key: empresa.key })).status).toBe(200);
    await nats.start();
    await untilReady(late);
    await late.close();
  });

  test('back after a while: changes are heard again', async () => {
    const count = (message: string): number => gateway.lines.filter((line) => line.includes(message)).length;
    const losses = count('cannot reach NATS');
    await nats.stop();
    await until('the gateway has lost it', () => count('cannot reach NATS') > losses);
    const returns = count('NATS is back');
    await nats.start();
    await until('the gateway is connected', () => count('NATS is back') > returns);
    const { empresas, database } = openEmpresas(stack);
    const { id, key } = await createEmpresa(empresas);
    // From now on it is answered from memory for a second, unless the gateway hears of the change.
    expect((await ask(key)).status).toBe(200);
    const { hashes } = await empresas.update(testCall(), id, { ativa: false });
    await database.end();
    expect(await makeCommandInvalidateKeys({ NATS_URL: nats.urlFor('gateway'), REDIS_URL: redis.url })(hashes)).toBe(
      true,
    );
    await until('it is refused', async () => (await ask(key)).status === 403, 500);
  });
});

test('a gateway that starts without PostgreSQL is ready when it is there', async () => {
  await postgres.stop();
  const early = await startGateway(stack, { SALES_URL: [upstream.url] });
  // More keys than an address may guess: nobody knows yet whether these are guesses.
  for (let count = 0; count < 3; count++) {
    const asking = Array.from({ length: 60 }, () => call(early.port, '/api/v1/sales', { key: newApiKey().text }));
    const replies = await Promise.all(asking);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
  }
  expect((await call(early.port, '/readyz')).status).toBe(503);
  expect((await call(early.port, '/healthz')).status).toBe(200);
  await postgres.start();
  await untilReady(early);
  await early.close();
});
