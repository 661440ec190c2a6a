import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  process: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  failed: boolean;
}

export interface OtlpSink {
  url: string;
  spans: CollectedSpan[];
  close(): Promise<void>;
}

interface Export {
  resourceSpans?: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; status?: { code?: number } }[];
    }[];
  }[];
}

const errorCode = 2;

/** A collector that keeps what it is sent (OTLP over HTTP, as JSON). */
export const startOtlpSink = async (): Promise<OtlpSink> => {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Export;
      for (const { resource, scopeSpans } of resourceSpans) {
        const process = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        for (const { traceId, spanId, parentSpanId = '', name, status } of scopeSpans.flatMap(
          ({ spans: sent }) => sent,
        )) {
          spans.push({ process, traceId, spanId, parentSpanId, name, failed: status?.code === errorCode });
        }
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
