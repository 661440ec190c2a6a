import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type NatsServer,
  type PostgresServer,
  type RedisServer,
  roleUrl,
  startNats,
  startPostgres,
  startRedis,
} from '@representa/local-stack';
import { migrate, prepareDatabase } from '@representa/postgres';
import { until } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from './gateway.ts';
import { call, type Reply } from './http.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

let postgres: PostgresServer;
let nats: NatsServer;
let redis: RedisServer;
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;

const stack = () => ({
  databaseUrl: () => databaseUrl(postgres),
  natsUrl: nats.urlFor,
  redisUrl: redis.url,
});
const databaseUrl = (server: PostgresServer): string => {
  const url = new URL(server.url);
  url.username = 'gateway';
  url.password = server.rolePasswords.gateway;
  return url.href;
};
