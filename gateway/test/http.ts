import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { startStopwatch } from '@representa/testing';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came back
  json: any;
  /** By a stopwatch, for upper limits. */
  ms: number;
}

export interface Call {
  method?: string;
  key?: string | undefined;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | Iterable<string | Buffer>;
  agent?: Agent;
}

const fresh = new Agent({ keepAlive: false });

/** One request, its path byte by byte as given. A body that comes in pieces goes out chunked. */
export const call = (
  port: number,
  path: string,
  { method = 'GET', key, headers = {}, body, agent = fresh }: Call = {},
) =>
  new Promise<Reply>((resolve, reject) => {
    const elapsedMs = startStopwatch();
    const whole = typeof body === 'string' || Buffer.isBuffer(body);
    const outgoing = request(
      {
        port,
        path,
        method,
        agent,
        headers: {
          ...(key !== undefined && { 'x-api-key': key }),
          ...(whole && { 'content-length': String(Buffer.byteLength(body)) }),
          ...(body !== undefined && !whole && { 'transfer-encoding': 'chunked' }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const status = incoming.statusCode ?? 0;
          resolve({ status, headers: incoming.headers, text, json: asJson(text), ms: elapsedMs() });
        });
      },
    );
    outgoing.on('error', reject);
    if (body !== undefined && !whole) for (const chunk of body) outgoing.write(chunk);
    outgoing.end(whole ? body : undefined);
  });

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends bytes as they are, and returns all that comes back until the server closes or says no more. */
export const sendRaw = (port: number, bytes: string | Buffer, quietMs = 300): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('close', () => resolve(received)).on('error', reject);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
