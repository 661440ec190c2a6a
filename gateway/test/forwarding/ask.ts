import { Readable } from 'node:stream';
import { buffer as bytesOf } from 'node:stream/consumers';
import type { UpstreamReply } from '../../src/forwarding/exchange.ts';
import { send } from '../../src/forwarding/send.ts';
import type { ServiceRequest } from '../../src/forwarding/service-request.ts';
import { makeUpstream, type Upstream, type UpstreamLimits } from '../../src/forwarding/upstream.ts';

export interface Told {
  error: Error | null;
  reply: UpstreamReply | undefined;
}

export interface Asked {
  told: Promise<Told>;
  /** How often the callback was called: never more than once. */
  times(): number;
}

interface Request extends Partial<Omit<ServiceRequest, 'deadline'>> {
  timeoutMs?: number;
}

const limits: UpstreamLimits = {
  connections: 4,
  connectMs: 500,
  stallMs: 5_000,
  maxInside: 100,
  maxInsideOfCompany: 100,
  ofCompanyAmongOthers: 4,
  ofCompanyAlone: 32,
};

export const upstreamTo = (urls: string | string[], changes: Partial<UpstreamLimits> = {}): Upstream =>
  makeUpstream('replica', [urls].flat(), { ...limits, ...changes });

let companies = 0;

/** Waits for the turn of one request and sends it, as forward.ts does; each for a company of its own unless told. */
export const ask = (service: Upstream, request: Request = {}): Asked => {
  const { timeoutMs = 5_000, ...given } = request;
  let times = 0;
  const told = new Promise<Told>((resolve) => {
    const complete: ServiceRequest = {
      id: `request ${companies}`,
      method: 'GET',
      headers: {},
      empresa_id: `company ${companies++}`,
      path: '/',
      body: null,
      deadline: performance.now() + timeoutMs,
      hasCallerLeft: () => false,
      isLongPoll: false,
      checkKey: async () => {},
      onceCallerLeft: () => () => {},
      ...given,
    };
    const tell = (error: Error | null, reply?: UpstreamReply): void => {
      times++;
      resolve({ error, reply });
    };
    try {
      const entered = service.enter(complete);
      if (entered instanceof Promise) entered.then((turn) => send(service, complete, turn, tell), tell);
      else send(service, complete, entered, tell);
    } catch (error) {
      tell(error as Error);
    }
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
