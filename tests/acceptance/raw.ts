import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { answerDeadlineMs, baseUrl } from './api.ts';
import { keys } from './config.ts';
import { type Reply, readReply } from './reply.ts';

export interface RawRequest {
  method?: string;
  /** Sent unchanged, byte by byte. */
  path: string;
  headers?: Record<string, string | string[]>;
  /** An array is sent in chunks, without Content-Length. Not for bodies above the limit: node:http may miss an early answer. */
  body?: Uint8Array | string | readonly Uint8Array[];
}

export const keyed = (headers: Record<string, string> = {}): Record<string, string> => ({
  'x-api-key': keys.a,
  ...headers,
});
export const keyedJson = (headers: Record<string, string> = {}): Record<string, string> =>
  keyed({ 'content-type': 'application/json', ...headers });

/** For requests that fetch would change or refuse. Each uses a new connection. */
export const sendRaw = async <T>({ method = 'GET', path, headers = {}, body }: RawRequest): Promise<Reply<T>> => {
  const { protocol, hostname, port } = new URL(baseUrl);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  const bytes = Buffer.from(path, 'utf8').toString('latin1');
  const signal = AbortSignal.timeout(answerDeadlineMs);
  const sent = request({ hostname, port, method, path: bytes, headers, agent: false, signal });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (Array.isArray(body)) {
    for (const chunk of body) sent.write(chunk);
    sent.end();
  } else {
    sent.end(body);
  }
  const [response] = await answered;
  // A server that answers before it has read the whole body may close the connection. Its answer has arrived already.
  sent.on('error', () => {});
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const header = (name: string): string | undefined => response.headers[name]?.toString();
  const sentText = `${method} ${path.slice(0, 200)} (raw)`;
  return readReply(sentText, response.statusCode ?? 0, header, Buffer.concat(chunks), { method, path });
};

/** Writes bytes that are not an HTTP request, and reads the answer until the server closes the connection. */
export const sendBytes = async (bytes: Uint8Array | string): Promise<Reply> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) || 80 });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.setTimeout(5_000, () => socket.destroy());
  const closed = once(socket, 'close').catch(() => {});
  socket.write(bytes);
  await closed;
  const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]));
  const status = Number(statusLine.split(' ')[1] ?? 0);
  return readReply('bytes', status, (name) => headers.get(name), Buffer.from(rest.join('\r\n\r\n'), 'latin1'));
};
