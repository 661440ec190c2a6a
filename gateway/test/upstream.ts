import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createRawServer } from 'node:net';
import { headers as names } from '@representa/contracts';

export interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  rawHeaders: string[];
  body: string;
}

export interface TestUpstream {
  url: string;
  /** What reached it, in order. */
  received: Echo[];
  /** Its open connections. */
  connections: Set<Socket>;
  /** Those of them that carried a request. undici opens a new one after each that is closed early, for the next request. */
  used: Set<Socket>;
  close(): Promise<void>;
}

export type Behaviour = (echo: Echo, response: ServerResponse, request: IncomingMessage) => void;

export const answerEcho: Behaviour = (echo, response) => {
  const body = JSON.stringify(echo);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
};

/** A service that keeps what it was sent and says it back. */
export const startUpstream = async (behave: Behaviour = answerEcho, { isReady = true } = {}): Promise<TestUpstream> => {
  const received: Echo[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(isReady ? 200 : 503).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      response.setHeader(names.exchangeId, headers[names.exchangeId] ?? '');
      const body = Buffer.concat(chunks).toString();
      const echo = { method, url, headers: headers as Record<string, string>, rawHeaders, body };
      received.push(echo);
      behave(echo, response, request);
    });
  });
  return { received, ...(await listen(server)) };
};

/** In the reply of a raw service: where the request's exchange id goes. */
export const exchangeId = `${names.exchangeId}: $EXCHANGE`;

/** The reply's text with the exchange id of the request that it answers. */
export const answerTo = (request: Buffer | string, reply: string): string =>
  reply.replaceAll('$EXCHANGE', new RegExp(`${names.exchangeId}: (.*)\\r\\n`).exec(String(request))?.[1] ?? '');

/** A server that speaks no HTTP, or not much of it. */
export const startRawUpstream = async (speak: (socket: Socket) => void): Promise<TestUpstream> => ({
  received: [],
  ...(await listen(createRawServer((socket) => speak(socket.on('error', () => {}))))),
});

const listen = async (server: Server) => {
  const [connections, used] = [new Set<Socket>(), new Set<Socket>()];
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('data', () => used.add(socket));
    socket.on('close', () => {
      connections.delete(socket);
      used.delete(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    used,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        for (const socket of connections) socket.destroy();
      }),
  };
};
