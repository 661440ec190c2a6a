import { Readable } from 'node:stream';
import { buffer as bytesOf } from 'node:stream/consumers';
import { pino } from 'pino';
import type { UpstreamReply } from '../src/forwarding/exchange.ts';
import { type ServiceCall, serviceCall } from '../src/forwarding/service-call.ts';
import { makeUpstream, type Upstream, type UpstreamLimits } from '../src/forwarding/upstream.ts';

export interface Told {
  error: Error | null;
  reply: UpstreamReply | undefined;
}

export interface Asked {
  told: Promise<Told>;
  /** How often the callback was called: never more than once. */
  times(): number;
}

interface Request extends Partial<Omit<ServiceCall, 'deadline'>> {
  method?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

const limits: UpstreamLimits = {
  connections: 4,
  connectMs: 500,
  stallMs: 5_000,
  requests: 100,
  requestsOfCompany: 25,
  mayQueue: true,
  runningAmongOthers: 4,
  runningAlone: 32,
};

export const upstreamTo = (urls: string | string[], changes: Partial<UpstreamLimits> = {}): Upstream =>
  makeUpstream([urls].flat(), pino({ level: 'silent' }), { ...limits, ...changes });

let companies = 0;

/** Sends one request, as http-proxy does; each for a company of its own unless told. */
export const ask = (upstream: Upstream, request: Request = {}): Asked => {
  const { method = 'GET', headers = {}, timeoutMs = 5_000, ...call } = request;
  let times = 0;
  const told = new Promise<Told>((resolve) => {
    const complete: ServiceCall = {
      empresa_id: `company ${companies++}`,
      path: '/',
      body: null,
      deadline: performance.now() + timeoutMs,
      hasCallerLeft: () => false,
      isLongPoll: false,
      checkKey: async () => {},
      onceCallerLeft: () => () => {},
      ...call,
    };
    upstream.request({ method, headers: { ...headers, [serviceCall]: complete } }, (error, reply) => {
      times++;
      resolve({ error, reply });
    });
  });
  return { told, times: () => times };
};

/** Status and body of a reply that must have come. */
export const replyTo = async ({ told }: Asked): Promise<[number, string]> => {
  const { error, reply } = await told;
  if (!reply) throw error;
  const { statusCode, body } = reply;
  return [statusCode, (body instanceof Readable ? await bytesOf(body) : body).toString()];
};

export const longBodyOf = async ({ told }: Asked): Promise<Readable> => {
  const { reply } = await told;
  if (!(reply?.body instanceof Readable)) throw new Error('the reply came in one piece');
  return reply.body;
};
