import {
  buildProcesses,
  migrate,
  type ProcessesOptions,
  type Servers,
  type StackProcesses,
  seedDemo,
  startProcesses,
  startServers,
} from '@representa/local-stack';
import {
  type CollectedSpan,
  clientBody,
  type OtlpSink,
  representadaBody,
  saleBody,
  startOtlpSink,
  until,
} from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let sink: OtlpSink;
let servers: Servers;
let processes: StackProcesses;

beforeAll(async () => {
  await buildProcesses();
  [sink, servers] = await Promise.all([startOtlpSink(), startServers()]);
  await migrate(servers);
  await seedDemo(servers, 'development');
  processes = await startTraced({ OTEL_BSP_SCHEDULE_DELAY: '100' });
});
afterAll(async () => {
  await processes?.stop();
  await servers?.stop();
  await sink?.close();
});

const startTraced = (settings: Record<string, string>, options?: ProcessesOptions): Promise<StackProcesses> =>
  startProcesses(servers, {
    logLevel: 'warn',
    ...options,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      ...settings,
    },
  });

const traceId = () => Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

/** The traceparent of a caller that samples its trace. */
const sampled = (trace: string) => `00-${trace}-00000000000000ff-01`;

const ask = (path: string, traceparent: string | undefined, init?: RequestInit, { url } = processes) => {
  const headers = {
    'x-api-key': 'demo-empresa-a',
    'content-type': 'application/json',
    ...(traceparent && { traceparent }),
  };
  return fetch(`${url}/api/v1${path}`, { ...init, headers });
};

const send = async (method: string, path: string, trace: string, body?: object) => {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await ask(path, sampled(trace), init);
  return (await response.json()) as { data: { id: string } };
};

const spansOf = (trace: string) => sink.spans.filter((span) => span.traceId === trace);

/** The trace as an outline: each span below its parent. */
const outlineOf = (trace: string): string[] => {
  const spans = spansOf(trace);
  const below = (parent: string, indent: string): string[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap(({ process, name, spanId }) => [`${indent}${process}: ${name}`, ...below(spanId, `${indent}  `)]);
  return below('00000000000000ff', '');
};

test('creating a sale and deleting a client are each one trace through HTTP, NATS and SQL', async () => {
  const other = traceId();
  const cliente = (await send('POST', '/clients', other, clientBody())).data.id;
  const unused = (await send('POST', '/clients', other, clientBody())).data.id;
  const representada = (await send('POST', '/representadas', other, representadaBody())).data.id;

  const creation = traceId();
  await send('POST', '/sales', creation, saleBody(cliente, representada));
  await until('the creation has arrived', () => outlineOf(creation).length >= 9, 15_000);
  expect(outlineOf(creation)).toEqual([
    'gateway: POST /api/v1/sales',
    '  sales: POST /api/v1/sales',
    '    sales: catalog.v1.find-representada',
    '      catalog: catalog.v1.find-representada',
    '        catalog: postgresql',
    '    sales: clients.v1.find-client',
    '      clients: clients.v1.find-client',
    '        clients: postgresql',
    '    sales: postgresql',
  ]);

  const deletion = traceId();
  await send('DELETE', `/clients/${unused}`, deletion);
  await until('the deletion has arrived', () => outlineOf(deletion).length >= 7, 15_000);
  expect(outlineOf(deletion)).toEqual([
    'gateway: DELETE /api/v1/clients/*',
    '  clients: DELETE /api/v1/clients/:id',
    '    clients: postgresql',
    '    clients: postgresql',
    '    clients: sales.v1.fence-reference',
    '      sales: sales.v1.fence-reference',
    '        sales: postgresql',
  ]);
}, 60_000);

const isWhole = (trace: string) => () => spansOf(trace).length >= 3;

test('a span has the time of its work, and a query ends within its request', async () => {
  const traces = Array.from({ length: 30 }, traceId);
  const before = Date.now();
  // One at a time, so that spans are short: a clock of whole milliseconds would show.
  for (const trace of traces) await send('GET', '/sales', trace);
  const after = Date.now();
  for (const trace of traces) {
    await until('the trace has arrived', isWhole(trace), 15_000);
    for (const { begun, ended } of spansOf(trace)) {
      // The clock may be off by 5 ms (libs/telemetry/src/clock.ts). A span ends when its whole reply is sent.
      expect(begun).toBeGreaterThanOrEqual(before - 6);
      expect(ended).toBeGreaterThan(begun);
      expect(ended).toBeLessThanOrEqual(after + 50);
    }
    const [request, query] = spansOf(trace)
      .filter(({ process }) => process === 'sales')
      .sort((a, b) => a.begun - b.begun) as [CollectedSpan, CollectedSpan];
    expect([request.name, query.name]).toEqual(['GET /api/v1/sales', 'postgresql']);
    expect(query.ended).toBeLessThanOrEqual(request.ended);
  }
});

test('sampling is decided at the gateway, whatever the flag of the caller, and services follow', async () => {
  const notSampled = traceId();
  await ask('/clients', `00-${notSampled}-00000000000000ff-00`);
  await until('the trace has arrived', isWhole(notSampled), 15_000);
  expect(outlineOf(notSampled)).toEqual([
    'gateway: GET /api/v1/clients',
    '  clients: GET /api/v1/clients',
    '    clients: postgresql',
  ]);
});

test('a malformed traceparent is ignored: the gateway begins a trace', async () => {
  await ask('/representadas', '00-00000000000000000000000000000000-00000000000000ff-01');
  const isRoot = ({ name, parentSpanId }: CollectedSpan) => name === 'GET /api/v1/representadas' && parentSpanId === '';
  await until('a trace has begun at the gateway', () => sink.spans.some(isRoot), 15_000);
  const root = sink.spans.find(isRoot) as CollectedSpan;
  await until('the service continues it', isWhole(root.traceId), 15_000);
  expect(root.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
});

test('a process that stops exports its last spans and writes its last log lines', async () => {
  const lines: string[] = [];
  const others = await startTraced(
    { OTEL_BSP_SCHEDULE_DELAY: '600000' },
    { logLevel: 'info', log: (name, line) => name === 'gateway' && lines.push(line) },
  );
  const linesOf = (trace: string) => lines.filter((line) => line.includes(trace)).map((line) => JSON.parse(line));
  const [early, late] = [traceId(), traceId()];
  const before = Date.now();
  await ask('/sales', sampled(early), {}, others);
  const after = Date.now();
  await until('the early line is written', () => linesOf(early).length > 0);
  // The time of the request, not of the write.
  const time = Date.parse(linesOf(early)[0].time);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(after + 50);
  await ask('/sales', sampled(late), {}, others).finally(() => others.stop());
  expect(outlineOf(late)).toEqual([
    'gateway: GET /api/v1/sales',
    '  sales: GET /api/v1/sales',
    '    sales: postgresql',
  ]);
  expect(linesOf(late)).toMatchObject([{ level: 'info', path: '/api/v1/sales', status: 200, msg: 'request' }]);
});
