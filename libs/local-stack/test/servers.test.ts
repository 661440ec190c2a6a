import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { connect } from 'nats';
import postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { isAlive } from '../src/children/system.ts';
import { testStack } from '../src/config.ts';
import { type Servers, startServers } from '../src/index.ts';

describe('the three servers', async () => {
  const servers: Servers = await startServers();
  afterAll(() => servers.stop());

  const query = async <T>(use: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const sql = postgres(servers.postgres.url, { max: 1, connect_timeout: 5, onnotice: () => {} });
    try {
      return await use(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  const redisAnswer = async (): Promise<string> => {
    const redis = new Redis(servers.redis.url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: null });
    redis.on('error', () => {});
    try {
      return await redis.ping();
    } finally {
      redis.disconnect();
    }
  };
  const natsAnswer = async (): Promise<void> => {
    const { nats } = servers;
    const connection = await connect({
      port: nats.port,
      user: 'sales',
      pass: new URL(nats.urlFor('sales')).password,
      reconnect: false,
      timeout: 2_000,
    });
    await connection.close();
  };

  it('PostgreSQL has the version, settings and locale that the project needs', async () => {
    const [row] = await query(
      (sql) => sql`
        select current_database() as database, current_setting('server_version_num')::int / 10000 as major,
               current_setting('fsync') as fsync, current_setting('listen_addresses') as listens,
               lower('ÁÇÃO') as lowered, d.datlocprovider as provider, d.datlocale as locale
        from pg_database d where datname = current_database()`,
    );
    expect(row).toEqual({
      database: 'representa',
      major: 18,
      fsync: 'on',
      listens: testStack() === 'containers' ? '*' : '127.0.0.1',
      lowered: 'áção',
      provider: 'b',
      locale: 'C.UTF-8',
    });
  });

  it('NATS and Redis refuse a client without the password', async () => {
    await natsAnswer();
    expect(await redisAnswer()).toBe('PONG');
    const withoutPassword = new Redis({ port: servers.redis.port, lazyConnect: true, retryStrategy: null });
    withoutPassword.on('error', () => {});
    await expect(withoutPassword.get('anything')).rejects.toThrow(/NOAUTH/);
    withoutPassword.disconnect();
    await expect(connect({ port: servers.nats.port, reconnect: false })).rejects.toThrow(/Authorization/i);
  });

  it('Redis evicts entries when its memory is full, and writes nothing to disk', async () => {
    const redis = new Redis(servers.redis.url);
    expect(await redis.config('GET', 'maxmemory')).toEqual(['maxmemory', String(64 * 1024 * 1024)]);
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'allkeys-lru']);
    expect(await redis.config('GET', 'save')).toEqual(['save', '']);
    redis.disconnect();
  });

  it('each keeps its port and its data over stop, kill -9 and restart', async () => {
    await query((sql) => sql`create table kept as select 42 as answer`);
    const { postgres, nats, redis } = servers;
    for (const server of [postgres, nats, redis]) {
      const { port } = server;
      await server.stop();
      expect(server.pid()).toBeUndefined();
      await server.start();
      await server.kill('SIGKILL');
      await server.start();
      await server.restart();
      expect(server.port).toBe(port);
    }
    expect(await query((sql) => sql`select answer from kept`)).toMatchObject([{ answer: 42 }]);
    expect(await redisAnswer()).toBe('PONG');
    await natsAnswer();
  });

  it('SIGSTOP suspends PostgreSQL with all its backends until SIGCONT', async () => {
    await query(async (sql) => {
      await sql`select 1`;
      await servers.postgres.kill('SIGSTOP');
      const answer = sql`select 2 as two`;
      const first = await Promise.race([answer, delay(300, 'silence')]);
      await servers.postgres.kill('SIGCONT');
      expect(first).toBe('silence');
      expect(await answer).toMatchObject([{ two: 2 }]);
    });
  });

  it('a suspended server can be stopped', async () => {
    const pid = servers.redis.pid() ?? 0;
    await servers.redis.kill('SIGSTOP');
    await servers.redis.stop();
    expect(isAlive(pid)).toBe(false);
    await servers.redis.start();
  });

  it('listeners hear of an unexpected end, and not of a restart', async () => {
    const signals: string[] = [];
    servers.redis.onUnexpectedEnd(({ signal }) => signals.push(String(signal)));
    await servers.redis.restart();
    await servers.redis.kill('SIGKILL');
    expect(signals).toEqual(['SIGKILL']);
    await servers.redis.start();
  });
});
