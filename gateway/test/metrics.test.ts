import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { environmentOf, freePort, type StackProcess, seedDemo, startProcess } from '@representa/local-stack';
import { hasPromtool, startTestStack, type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './http.ts';
import { answerEcho, type Behaviour, startUpstream, type TestUpstream } from './upstream.ts';

let stack: TestStack;
let upstream: TestUpstream;
let gateway: StackProcess;
let metricsUrl: string;

/** As in the cluster: Prometheus reads metrics, and traces have no exporter by default. */
beforeAll(async () => {
  const behave: Behaviour = (echo, response, request) =>
    echo.url.endsWith('/silence') || answerEcho(echo, response, request);
  [stack, upstream] = await Promise.all([startTestStack(), startUpstream(behave)]);
  await seedDemo(stack, 'development');
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const env = {
    SALES_URL: upstream.url,
    CATALOG_URL: upstream.url,
    CLIENTS_URL: upstream.url,
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(metricsPort),
  };
  gateway = await startProcess('gateway', environmentOf('gateway', stack, { logLevel: 'silent', env }));
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.close();
  await stack?.stop();
});

const ask = (headers: Record<string, string> = {}) =>
  call(gateway.port, '/api/v1/sales', { key: 'demo-empresa-a', headers });

const lookups = async (layer: string, outcome: string): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('key_cache_lookups_total{'));
  const line = lines.find((one) => one.includes(`layer="${layer}"`) && one.includes(`outcome="${outcome}"`));
  return Number(line?.split(' ')[1] ?? 0);
};

test('without a trace exporter the caller’s traceparent is forwarded unchanged, and none is made up', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await ask({ traceparent });
  expect(upstream.received.at(-1)?.headers.traceparent).toBe(traceparent);
  await ask();
  expect(upstream.received.at(-1)?.headers).not.toHaveProperty('traceparent');
});

test.runIf(hasPromtool())('promtool accepts all metrics', async () => {
  await ask();
  const text = await (await fetch(metricsUrl)).text();
  expect(() => execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: 'pipe' })).not.toThrow();
});

test('metrics have the names, labels and help of the conventions', async () => {
  await ask();
  await ask();
  const text = await (await fetch(metricsUrl)).text();
  for (const name of [
    'http_server_request_duration_seconds',
    'http_client_request_duration_seconds',
    'http_server_active_requests',
    'db_client_operation_duration_seconds',
    'db_client_connection_pending_requests',
    'db_pool_replacements_total',
    'nodejs_eventloop_delay_p99_seconds',
    'nodejs_eventloop_utilization_ratio',
    'process_cpu_time_seconds_total',
    'process_memory_usage_bytes',
    'v8js_memory_heap_used_bytes',
    'v8js_gc_duration_seconds',
    'key_cache_lookups_total',
    'limiter_refusals_total',
    'build_info',
  ])
    expect(text).toMatch(new RegExp(`^# HELP ${name} [A-Z\\d]`, 'm'));
  const counted = text.split('\n').find((line) => line.startsWith('http_server_request_duration_seconds_count{'));
  for (const label of ['http_request_method="GET"', 'http_route="/api/v1/sales"', 'http_response_status_code="200"'])
    expect(counted).toContain(label);
  expect(text).not.toContain('description missing');
  expect(text).not.toContain('quantile=');
  expect(text).toMatch(/build_info\{[^}]*version="dev"/);
});

const counts = async (...labels: string[]): Promise<boolean> =>
  (await (await fetch(metricsUrl)).text())
    .split('\n')
    .some((line) => line.startsWith('http_server_request_duration_') && labels.every((label) => line.includes(label)));

test('requests that may wait for a change have a route of their own: the alerts leave them out', async () => {
  for (const resource of ['sales', 'clients', 'products', 'representadas']) {
    expect((await call(gateway.port, `/api/v1/${resource}/changes?cursor=`, { key: 'demo-empresa-a' })).status).toBe(
      200,
    );
    expect(await counts(`http_route="/api/v1/${resource}/changes"`)).toBe(true);
  }
});

test('a caller that leaves without an answer is not counted as answered', async () => {
  const asking = request({
    port: gateway.port,
    path: '/api/v1/sales/silence',
    headers: { 'x-api-key': 'demo-empresa-a' },
  });
  asking.on('error', () => {}).end();
  await until('the service is asked', () => upstream.received.some(({ url }) => url.endsWith('/silence')));
  asking.destroy();
  await until('it is counted', () => counts('http_route="/api/v1/sales/*"', 'http_response_status_code="499"'));
  expect(await counts('http_route="/api/v1/sales/*"', 'http_response_status_code="200"')).toBe(false);
});

test('the event-loop delay is that since the last collection, so a stall is over when it is over', async () => {
  const longest = async (): Promise<number> => {
    const text = await (await fetch(metricsUrl)).text();
    return Number(/^nodejs_eventloop_delay_max_seconds\{.*\} (.+)$/m.exec(text)?.[1]);
  };
  await longest();
  // A collection starts the measurement anew; its first interval is not counted.
  const collectedAt = performance.now();
  await until('the delay is measured again', () => performance.now() - collectedAt > 200);
  await gateway.kill('SIGSTOP');
  const stoppedAt = performance.now();
  await until('it stood still for a while', () => performance.now() - stoppedAt > 700);
  await gateway.kill('SIGCONT');
  await until('the stall is shown', async () => (await longest()) > 0.5);
  await until('it is no longer shown', async () => (await longest()) < 0.3);
});

test('key lookups without Redis are counted, as the alert expects', async () => {
  const before = await lookups('redis', 'error');
  await stack.redis.stop();
  await until('lookups without Redis are counted', async () => {
    expect((await ask()).status).toBe(200);
    return (await lookups('redis', 'error')) > before;
  });
});
