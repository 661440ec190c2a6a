import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  process: string;
  resource: Record<string, string | number>;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  failed: boolean;
  attributes: Record<string, string | number>;
  /** Milliseconds since 1970. */
  begun: number;
  ended: number;
}

export interface OtlpSink {
  url: string;
  spans: CollectedSpan[];
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: Attribute[];
  status?: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Export {
  resourceSpans?: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
}

const errorCode = 2;

const millis = (nanos: string): number => Number(nanos) / 1_000_000;

const asRecord = (attributes: Attribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const collected = (resource: Record<string, string | number>, span: ExportedSpan): CollectedSpan => ({
  process: String(resource['service.name'] ?? ''),
  resource,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  name: span.name,
  failed: span.status?.code === errorCode,
  attributes: asRecord(span.attributes ?? []),
  begun: millis(span.startTimeUnixNano),
  ended: millis(span.endTimeUnixNano),
});

/** A collector that keeps all spans in memory (OTLP over HTTP with JSON). */
export const startOtlpSink = async (): Promise<OtlpSink> => {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Export;
      for (const { resource, scopeSpans } of resourceSpans) {
        const attributes = asRecord(resource.attributes);
        for (const span of scopeSpans.flatMap(({ spans: sent }) => sent)) spans.push(collected(attributes, span));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
};
