import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { Exchange, type UpstreamReply } from '../src/upstream/exchange.ts';
import { Pool, type PoolLimits } from '../src/upstream/pool.ts';
import type { UpstreamRequest } from '../src/upstream/request-text.ts';

export interface Told {
  error: Error | null;
  reply: UpstreamReply | undefined;
}

export interface Asked {
  exchange: Exchange;
  told: Promise<Told>;
  /** How often it was told: never more than once. */
  times(): number;
}

export const limits: PoolLimits = { connections: 4, connectMs: 500, idleMs: 20_000, stallMs: 5_000 };

export const poolTo = (url: string, changes: Partial<PoolLimits> = {}): Pool =>
  new Pool(url, { ...limits, ...changes });

/** Sends one request, as the gateway does. */
export const ask = (pool: Pool, changes: Partial<UpstreamRequest> = {}, timeoutMs = 5_000): Asked => {
  const request = { method: 'GET', path: '/', headers: [], body: null, ...changes };
  let times = 0;
  let tell: (told: Told) => void = () => {};
  const told = new Promise<Told>((resolve) => {
    tell = resolve;
  });
  const exchange = new Exchange(request, timeoutMs, (error, reply) => {
    times++;
    tell({ error, reply });
  });
  pool.send(exchange);
  return { exchange, told, times: () => times };
};

/** Status and body of a reply that must have come. A short body is bytes, a character each. */
export const replyTo = async ({ told }: Asked): Promise<[number, string]> => {
  const { error, reply } = await told;
  if (!reply) throw error;
  const { statusCode, body } = reply;
  return [statusCode, typeof body === 'string' ? Buffer.from(body, 'latin1').toString() : await textOf(body)];
};

export const longBodyOf = async ({ told }: Asked): Promise<Readable> => {
  const { reply } = await told;
  if (!reply || typeof reply.body === 'string') throw new Error('the reply came in one piece');
  return reply.body;
};
