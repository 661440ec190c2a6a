import { randomUUID } from 'node:crypto';
import { connectMessaging } from '@representa/messaging';
import { connectPostgres } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, type ServiceStack, startServiceStack, testSecret, until } from '@representa/testing';
import postgres from 'postgres';
import { makeApp } from '../src/app.ts';
import { type FakeSales, startFakeSales } from './fake-sales.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what the reply says, whatever its type.
  body: any;
  /** The reply as it was sent: a JSON reader would hide how a number was written. */
  text: string;
  headers: Record<string, unknown>;
}

/** The service as one company sees it. */
export interface Api {
  empresa_id: string;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: unknown, idempotencyKey?: string): Promise<Answer>;
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(url: string, headers?: Record<string, string>): Promise<Answer>;
}

export interface Catalog {
  app: App;
  stack: ServiceStack;
  sales: FakeSales;
  /** The catalog's own database, for what no reply shows. */
  sql: postgres.Sql;
  /** A company that has nothing yet. */
  empresa(): Api;
  /** The status that a request without the gateway's secret gets. */
  asStranger(method: 'GET' | 'POST' | 'DELETE', url: string): Promise<number>;
  stop(): Promise<void>;
}

const requestTimeoutMs = 4_000;
const silent = makeLogger('test', 'silent');

const apiOf = (app: App, empresa_id: string): Api => {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const reply = await app.inject({
      method,
      url: `/api/v1${url}`,
      headers: {
        ...asEmpresa(empresa_id),
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    return { status: reply.statusCode, body: isJson && reply.json(), text: reply.body, headers: reply.headers };
  };
  return {
    empresa_id,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, key) => send('POST', url, body, key === undefined ? {} : { 'idempotency-key': key }),
    put: (url, body, headers) => send('PUT', url, body, headers),
    delete: (url, headers) => send('DELETE', url, undefined, headers),
  };
};

export const startCatalog = async (): Promise<Catalog> => {
  const stack = await startServiceStack();
  const options = { url: stack.databaseUrl('catalog'), schema: 'catalog', statementTimeoutMs: requestTimeoutMs };
  const database = connectPostgres({ ...options, connections: 4 });
  const behindTheScenes = postgres(options.url, {
    max: 2,
    onnotice: () => {},
    connection: { search_path: 'catalog, extensions' },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  }) as unknown as postgres.Sql;
  const messaging = connectMessaging({ url: stack.natsUrl('catalog'), process: 'catalog', log: silent });
  const config = { GATEWAY_SECRET: [testSecret], REQUEST_TIMEOUT_MS: requestTimeoutMs, MAX_IN_FLIGHT: 512 };
  const app = makeApp({ config, database, messaging, log: silent });
  const sales = startFakeSales(stack.natsUrl('sales'));
  await until('the service is ready', async () => (await app.inject('/readyz')).statusCode === 200);
  await until('sales is connected to NATS', () => sales.connected);
  return {
    app,
    stack,
    sales,
    sql: behindTheScenes,
    empresa: () => apiOf(app, randomUUID()),
    asStranger: async (method, url) => {
      const headers = { ...asEmpresa(), 'x-gateway-secret': 'a guess' };
      return (await app.inject({ method, url: `/api/v1${url}`, headers })).statusCode;
    },
    stop: async () => {
      await app.close();
      await sales.stop();
      await behindTheScenes.end();
      await stack.stop();
    },
  };
};
