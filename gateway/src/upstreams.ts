import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { type Answer, Exchange, NoAnswer } from './exchange.ts';

export type { UpstreamReply } from './exchange.ts';

export interface UpstreamRequest {
  method: string;
  path: string;
  /** Names and values in turn. */
  headers: string[];
  /** A stream can be sent only once. */
  body: Buffer | Readable | null;
  timeoutMs: number;
}

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

/** More than this can only wait; a service that hangs shall not use up what the gateway has for the others. */
const mostInFlight = 256;
const mostAttempts = 2;

/** To be carried out twice does no harm to these. A DELETE would be told that its record is not there. */
const repeatable = new Set(['GET', 'HEAD', 'PUT']);

/** One service, by the addresses of its replicas in turn. */
export const makeUpstream = (origins: readonly string[]): Upstream => {
  const pools = origins.map((origin) => new Pool(origin, poolOptions));
  let turn = 0;
  let inFlight = 0;

  const request = ({ method, path, headers, body, timeoutMs }: UpstreamRequest, answer: Answer): void => {
    if (inFlight >= mostInFlight) {
      answer(new NoAnswer('too many requests are waiting for this service'));
      return;
    }
    const deadline = performance.now() + timeoutMs;
    const first = turn++;
    let attempts = 0;
    const attempt = (): void => {
      const pool = pools[(first + attempts++) % pools.length] as Pool;
      const exchange = new Exchange(deadline - performance.now(), (error, reply) => {
        // A replica that has just gone refuses its connections or closes them on a request.
        const isLost = error !== null && !(error instanceof NoAnswer) && !exchange.isAnswered;
        const mayRepeat = !(body instanceof Readable) && (!exchange.isSent || repeatable.has(method));
        if (isLost && attempts < mostAttempts && mayRepeat) return attempt();
        inFlight--;
        answer(error, reply);
      });
      if (body instanceof Readable) body.on('progress', () => exchange.extend());
      pool.dispatch({ method: method as 'GET', path, headers, body }, exchange);
    };
    inFlight++;
    attempt();
  };

  return {
    origin: origins[0] as string,
    request,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
};
