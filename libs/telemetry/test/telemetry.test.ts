import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { type Call, callWithin } from '@representa/contracts';
import {
  type CollectedSpan,
  makeTemporaryFolder,
  type OtlpSink,
  startOtlpSink,
  startStopwatch,
} from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isTelemetryOn, observeCall, observed, observeRequest, startTelemetry, traceFieldsOf } from '../src/index.ts';
import { metrics as names } from '../src/names.ts';

let sink: OtlpSink;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  sink = await startOtlpSink();
});
afterAll(() => sink.close());

type Settings = Record<string, string | undefined>;
type Options = Parameters<typeof startTelemetry>[1];

/** startTelemetry changes the first four, so each test begins without them. */
const noSettings: Settings = {
  OTEL_TRACES_EXPORTER: undefined,
  OTEL_METRICS_EXPORTER: undefined,
  OTEL_LOGS_EXPORTER: undefined,
  OTEL_TRACES_SAMPLER: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined,
};

const start = async (settings: Settings, options?: Options): Promise<void> => {
  for (const [name, value] of Object.entries({ ...noSettings, ...settings })) vi.stubEnv(name, value);
  stop = await startTelemetry('parts', options);
};

const startExporting = (settings: Settings = {}, options?: Options): Promise<void> => {
  const exporter = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  return start({ ...exporter, OTEL_METRICS_EXPORTER: 'none', ...settings }, options);
};

/** Stops telemetry so that it can be started again in this process. */
const stopAndReset = async (): Promise<void> => {
  const stopStarted = stop;
  stop = undefined;
  await stopStarted?.();
  for (const api of [trace, metrics, context, propagation]) api.disable();
  vi.unstubAllEnvs();
};
afterEach(stopAndReset);

const request = { duration: 'http.server.request.duration', name: 'GET /things', attributes: {} } as const;
const query = { duration: 'db.client.operation.duration', name: 'SELECT thing', attributes: {} } as const;

const describeQuery = () => query;

/** Works on a request as a server does: its span may begin a trace. */
const inRequest = async <Result>(call: Call, run: (call: Call) => Promise<Result>): Promise<Result> => {
  const observation = observeRequest(call, request);
  const result = await run(observation ? { ...call, traceparent: observation.traceparent } : call);
  observation?.end({});
  return result;
};

const traceIdOf = (traceparent: string | undefined): string | undefined => traceFieldsOf(traceparent)?.trace_id;

const randomTraceId = (): string =>
  Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

const traceparentOf = (traceId: string, flags: string): string => `00-${traceId}-00000000000000ff-${flags}`;

const spanOf = (traceId: string | undefined, name: string): CollectedSpan =>
  sink.spans.find((span) => span.traceId === traceId && span.name === name) as CollectedSpan;

test('the endpoint of one signal turns it on', async () => {
  await start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/v1/traces`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  const trace_id = randomTraceId();
  await inRequest({ traceparent: traceparentOf(trace_id, '01') } as Call, async () => {});
  await stop?.();
  expect(spanOf(trace_id, request.name)).toBeDefined();
});

test('the headers for the collector may be given as a file', async () => {
  const received: IncomingHttpHeaders[] = [];
  const collector = createHttpServer((incoming, reply) => {
    received.push(incoming.headers);
    reply.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const file = join(await makeTemporaryFolder(), 'headers');
  writeFileSync(file, 'authorization=Bearer%20secret\n');
  await startExporting({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
  });
  await inRequest(callWithin(1_000), async () => {});
  await stopAndReset();
  collector.close();
  expect(received[0]?.authorization).toBe('Bearer secret');
});

describe('spans', () => {
  test('a call within a call is a child, and ends within its parent', async () => {
    await startExporting();
    const traceIds: (string | undefined)[] = [];
    const elapsedMs: number[] = [];
    for (let i = 0; i < 50; i++) {
      const before = performance.now();
      await inRequest(callWithin(1_000), async (call) => {
        traceIds.push(traceIdOf(call.traceparent));
        await observed(call, describeQuery, () => new Promise<void>((done) => setImmediate(done)));
      });
      elapsedMs.push(performance.now() - before);
    }
    await stopAndReset();
    for (const [i, traceId] of traceIds.entries()) {
      const [parent, child] = [spanOf(traceId, request.name), spanOf(traceId, query.name)];
      expect(parent.parentSpanId).toBe('');
      expect(child.parentSpanId).toBe(parent.spanId);
      expect(child.begun).toBeGreaterThanOrEqual(parent.begun);
      expect(child.ended).toBeLessThanOrEqual(parent.ended);
      // Times are exported with microseconds, as floating-point milliseconds.
      expect(parent.ended - parent.begun).toBeLessThanOrEqual((elapsedMs[i] as number) + 0.01);
    }
    expect(new Set(traceIds).size).toBe(50);
  });

  test('the trace of the caller is continued', async () => {
    await startExporting();
    const traceId = randomTraceId();
    const observation = observeRequest({ traceparent: traceparentOf(traceId, '01') }, request);
    observation?.end({ attributes: { status: 200 } });
    await stopAndReset();
    const span = spanOf(traceId, request.name);
    expect(span).toMatchObject({ parentSpanId: '00000000000000ff', failed: false, attributes: { status: 200 } });
    expect(observation?.traceparent).toBe(`00-${traceId}-${span.spanId}-01`);
  });

  test('a failed call marks its span, and the caller gets the error', async () => {
    await startExporting();
    const traceId = randomTraceId();
    const call = { ...callWithin(1_000), traceparent: traceparentOf(traceId, '01') };
    await expect(observed(call, describeQuery, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await inRequest(call, async () => {});
    await stopAndReset();
    expect(spanOf(traceId, query.name)).toMatchObject({ failed: true, attributes: { 'error.type': 'Error' } });
    expect(spanOf(traceId, request.name)).toMatchObject({ failed: false, attributes: {} });
  });
});

test('background work begins no trace: it looks for something to do all the time', async () => {
  await startExporting();
  const before = sink.spans.length;
  expect(observeCall({}, describeQuery)).toBeUndefined();
  await observed(callWithin(1_000), describeQuery, async ({ traceparent }) => expect(traceparent).toBeUndefined());
  await stopAndReset();
  expect(sink.spans.length).toBe(before);
});

test('the resource has a version and an instance, and the standard variables come first', async () => {
  await startExporting({
    SERVICE_VERSION: '1.2.3',
    OTEL_SERVICE_NAME: 'other-name',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.instance.id=pod-1',
  });
  const traceId = randomTraceId();
  observeRequest({ traceparent: traceparentOf(traceId, '01') }, request)?.end({});
  await stopAndReset();
  expect(spanOf(traceId, request.name)).toMatchObject({
    process: 'other-name',
    resource: {
      'service.name': 'other-name',
      'service.version': '1.2.3',
      'service.instance.id': 'pod-1',
      'deployment.environment.name': 'staging',
    },
  });
});

describe('without a trace exporter', () => {
  test('and without a metrics exporter, telemetry is off and a call is passed on as it is', async () => {
    await start({});
    expect(isTelemetryOn()).toBe(false);
    const call = { ...callWithin(1_000), traceparent: traceparentOf(randomTraceId(), '01') };
    expect(observeRequest(call, request)).toBeUndefined();
    expect(await observed(call, describeQuery, async (given) => given)).toBe(call);
  });

  test.each(['00', '01', '03'])('metrics leave a traceparent with flags %s unchanged', async (flags) => {
    await startExporting({ OTEL_METRICS_EXPORTER: 'otlp', OTEL_TRACES_EXPORTER: 'none' });
    expect(isTelemetryOn()).toBe(true);
    const traceparent = traceparentOf(randomTraceId(), flags);
    expect(observeRequest({ traceparent }, request)?.traceparent).toBe(traceparent);
    expect(observeRequest({}, request)?.traceparent).toBeUndefined();
  });
});

describe('sampling', () => {
  const untrusting = { trustsCaller: false };
  const traceIds = Array.from({ length: 2_000 }, randomTraceId);

  /** The flags that this process sends on when a caller sends these. */
  const flagsAfter = (traceId: string, flags: string): Promise<string | undefined> => {
    const call = { ...callWithin(1_000), traceparent: traceparentOf(traceId, flags) };
    return inRequest(call, async ({ traceparent }) => {
      expect(traceIdOf(traceparent)).toBe(traceId);
      return traceparent?.slice(-2);
    });
  };
  const sampledWhenSent = async (flags: string): Promise<string[]> => {
    const decisions = await Promise.all(traceIds.map((traceId) => flagsAfter(traceId, flags)));
    return traceIds.filter((_, i) => decisions[i] === '01');
  };

  test('a ratio is honoured, and all processes choose the same traces', async () => {
    await startExporting(
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      untrusting,
    );
    const chosen = await sampledWhenSent('00');
    expect(chosen.length).toBeGreaterThan(120);
    expect(chosen.length).toBeLessThan(280);
    expect(await sampledWhenSent('01')).toEqual(chosen);
    await stopAndReset();
    await startExporting({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' });
    expect(await sampledWhenSent('01')).toEqual(chosen);
  });

  test('a trace that is not sampled exports no span', async () => {
    await startExporting({ OTEL_TRACES_SAMPLER: 'always_off' });
    const traceId = randomTraceId();
    observeRequest({ traceparent: traceparentOf(traceId, '01') }, request)?.end({ errorType: '500' });
    await stopAndReset();
    expect(spanOf(traceId, request.name)).toBeUndefined();
  });

  test.each([
    ['parentbased_always_on', '1', '01'],
    ['parentbased_always_off', '1', '00'],
    ['parentbased_traceidratio', '0', '00'],
    ['', '1', '01'],
  ])('an untrusted caller does not decide: sampler "%s", ratio %s', async (sampler, ratio, expected) => {
    await startExporting({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }, untrusting);
    for (const flags of ['00', '01']) expect(await flagsAfter(randomTraceId(), flags)).toBe(expected);
  });

  test('what a request causes follows the decision for the request, also where callers are not trusted', async () => {
    await startExporting({ OTEL_TRACES_SAMPLER: 'always_on' }, untrusting);
    for (const [flags, isRecorded] of [
      ['00', false],
      ['01', true],
    ] as const) {
      const traceparent = traceparentOf(randomTraceId(), flags);
      const describe = vi.fn(describeQuery);
      expect(observeCall({ traceparent }, describe)?.isRecording ?? false).toBe(isRecorded);
      expect(describe).toHaveBeenCalledTimes(isRecorded ? 1 : 0);
      expect(observeRequest({ traceparent }, request)?.isRecording).toBe(true);
    }
  });

  test('a request that is not sampled has nothing to end, unless metrics are exported', async () => {
    await startExporting({ OTEL_TRACES_SAMPLER: 'always_off' });
    expect(observeRequest({}, request)).toMatchObject({ isRecording: false, isCounted: false });
    await stopAndReset();
    await startExporting({ OTEL_TRACES_SAMPLER: 'always_off', OTEL_METRICS_EXPORTER: 'otlp' });
    expect(observeRequest({}, request)).toMatchObject({ isRecording: false, isCounted: true });
    expect(observeCall({}, describeQuery)).toMatchObject({ isRecording: false, isCounted: true });
  });

  test.each([
    ['in a service', {}, undefined],
    ['with TRACE_TRUST_CALLER=true', { TRACE_TRUST_CALLER: 'true' }, untrusting],
  ])('a trusted caller decides: %s', async (_where, settings, options) => {
    const none = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    await startExporting({ ...none, ...settings }, options);
    for (const flags of ['00', '01']) expect(await flagsAfter(randomTraceId(), flags)).toBe(flags);
  });
});

describe('shutdown', () => {
  const endSpan = (traceId: string) => observeRequest({ traceparent: traceparentOf(traceId, '01') }, request)?.end({});

  test('exports what is buffered', async () => {
    await startExporting({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
    const traceId = randomTraceId();
    endSpan(traceId);
    await stopAndReset();
    expect(spanOf(traceId, request.name)).toBeDefined();
  });

  test('gives up on a collector that does not answer, without an error', async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    await startExporting({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    endSpan(randomTraceId());
    const elapsedMs = startStopwatch();
    await stopAndReset();
    expect(elapsedMs()).toBeLessThan(1_000);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('not exported'));
    warn.mockRestore();
    silent.close();
  });
});

test('every duration has buckets, so that its percentiles can be told', () => {
  const durations = Object.entries(names).filter(([name]) => name.endsWith('.duration'));
  expect(durations.length).toBeGreaterThan(4);
  for (const [name, metric] of durations) {
    const { buckets = [] } = metric as { buckets?: number[] };
    expect(buckets.length, name).toBeGreaterThan(3);
    expect(buckets).toEqual([...buckets].sort((one, other) => one - other));
  }
});
