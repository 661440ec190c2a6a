import {
  buildProcesses,
  migrate,
  type Servers,
  type StackProcesses,
  seedDemo,
  startProcesses,
  startServers,
} from '@representa/local-stack';
import { clientBody, representadaBody, saleBody, until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtlpSink, startOtlpSink } from './otlp-sink.ts';

let sink: OtlpSink;
let servers: Servers;
let processes: StackProcesses;

beforeAll(async () => {
  await buildProcesses();
  [sink, servers] = await Promise.all([startOtlpSink(), startServers()]);
  await migrate(servers);
  await seedDemo(servers, 'development');
  processes = await startProcesses(servers, {
    logLevel: 'warn',
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRICS_EXPORTER: 'none',
    },
  });
});
afterAll(async () => {
  await processes?.stop();
  await servers?.stop();
  await sink?.close();
});

const traceId = () => Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

const send = async (method: string, path: string, trace: string, body?: object) => {
  const response = await fetch(`${processes.url}/api/v1${path}`, {
    method,
    headers: {
      'x-api-key': 'demo-empresa-a',
      'content-type': 'application/json',
      traceparent: `00-${trace}-00000000000000ff-01`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { data: { id: string } };
};

/** The trace as an outline: each span below the one that caused it. */
const outlineOf = (trace: string): string[] => {
  const spans = sink.spans.filter((span) => span.traceId === trace);
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
