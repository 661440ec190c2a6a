import {
  buildProcesses,
  environmentOf,
  freePort,
  migrate,
  type Servers,
  type StackProcess,
  seedDemo,
  startProcess,
  startServers,
} from '@representa/local-stack';
import { until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './http.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

let servers: Servers;
let upstream: TestUpstream;
let gateway: StackProcess;
let metricsUrl: string;

/** As in the cluster: Prometheus reads metrics, and traces have no exporter by default. */
beforeAll(async () => {
  await buildProcesses();
  [servers, upstream] = await Promise.all([startServers(), startUpstream()]);
  await migrate(servers);
  await seedDemo(servers, 'development');
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const env = {
    SALES_URL: upstream.url,
    CATALOG_URL: upstream.url,
    CLIENTS_URL: upstream.url,
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(metricsPort),
  };
  gateway = await startProcess('gateway', environmentOf('gateway', servers, { logLevel: 'silent', env }));
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.close();
  await servers?.stop();
});

const ask = (headers: Record<string, string> = {}) =>
  call(gateway.port, '/api/v1/sales', { key: 'demo-empresa-a', headers });

const lookups = async (layer: string, outcome: string): Promise<number | undefined> => {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('key_cache_lookups_total{'));
  const line = lines.find((one) => one.includes(`layer="${layer}"`) && one.includes(`outcome="${outcome}"`));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
};

test('without a trace exporter the caller’s traceparent is forwarded unchanged, and none is made up', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await ask({ traceparent });
  expect(upstream.received.at(-1)?.headers.traceparent).toBe(traceparent);
  await ask();
  expect(upstream.received.at(-1)?.headers).not.toHaveProperty('traceparent');
});

test('key lookups without Redis are counted, as the alert expects', async () => {
  expect(await lookups('redis', 'error')).toBe(0);
  await servers.redis.stop();
  await until('lookups without Redis are counted', async () => {
    expect((await ask()).status).toBe(200);
    return ((await lookups('redis', 'error')) ?? 0) > 0;
  });
});
