import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { headers as names } from '@representa/contracts';
import { Pool } from 'undici';
import { type Answer, Exchange } from './exchange.ts';
import { readBody } from './read-body.ts';

/** Where a request goes, exactly as its caller wrote it: a parsed and rebuilt URL is not always the same. */
export const target = Symbol('target');

export interface ForwardedHeaders extends IncomingHttpHeaders {
  [target]: string;
}

export interface UpstreamRequest {
  method: string;
  headers: ForwardedHeaders;
  body?: Readable | string | undefined;
}

/** A service, as @fastify/reply-from asks it. */
export interface Upstream {
  /** The address of its first replica. */
  readonly origin: string;
  request(request: UpstreamRequest, answer: Answer): void;
  close(): Promise<void>;
}

const poolOptions: Pool.Options = {
  connections: 64,
  pipelining: 1,
  connectTimeout: 500,
  // Shorter than the services' own 30 s, so that a connection is not closed while a request is on its way.
  keepAliveTimeout: 20_000,
  keepAliveMaxTimeout: 20_000,
  // Each exchange keeps its own time; this one is for a reply that stops coming after it has begun.
  headersTimeout: 0,
  bodyTimeout: 5_000,
};

/** One service, by the addresses of its replicas in turn. */
export const makeUpstream = (origins: readonly string[]): Upstream => {
  const pools = origins.map((origin) => new Pool(origin, poolOptions));
  let turn = 0;
  const nextPool = (): Pool => {
    turn = (turn + 1) % pools.length;
    return pools[turn] as Pool;
  };

  const send = ({ method, headers }: UpstreamRequest, body: Buffer | null, answer: Answer): void => {
    const exchange = new Exchange(Number(headers[names.timeout]), answer);
    nextPool().dispatch({ method: method as 'GET', path: headers[target], headers, body }, exchange);
  };

  return {
    origin: origins[0] as string,
    request: (request, answer) => {
      const { body } = request;
      if (!body || typeof body === 'string') return send(request, null, answer);
      readBody(body, (error, bytes) => (error ? answer(error) : send(request, bytes, answer)));
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
};
