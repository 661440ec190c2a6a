import { Readable } from 'node:stream';
import { type App, onReplyOver } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../addresses.ts';
import { limitChunks } from './chunk-limit.ts';

/** This many refusals a second are sent at once. More wait for their turn. */
const perSecond = 250;
/** Reading and dropping this much of a body costs about as much as a refusal. */
const bytesOfOne = 65_536;
/** At most this many small chunks of a refused body are read and dropped. */
const mostChunks = 500;

/** Sends a refusal when it is its turn. */
type Pace = (request: FastifyRequest, reply: FastifyReply, send: () => void) => void;

interface Refusal {
  send: () => void;
  cost: number;
}

const costOf = ({ headers }: FastifyRequest): number => {
  const length = Number(headers['content-length'] ?? 0);
  return 1 + Math.min(length > 0 ? length / bytesOfOne : 0, perSecond - 1);
};

/** Sends one refusal of each caller in turn, so that nobody waits behind another's thousands. */
const makeQueue = () => {
  const waiting = new Map<string, Set<Refusal>>();
  let free = perSecond;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const count = (): void => {
    const now = performance.now();
    free = Math.min(perSecond, free + ((now - countedAt) * perSecond) / 1_000);
    countedAt = now;
  };
  const release = (): void => {
    timer = undefined;
    count();
    // A Map keeps the order of insertion: a caller that is deleted and set again comes last.
    for (const [caller, refusals] of waiting) {
      const [refusal] = refusals;
      if (refusal && refusal.cost > free) {
        timer = setTimeout(release, ((refusal.cost - free) * 1_000) / perSecond).unref();
        return;
      }
      waiting.delete(caller);
      if (!refusal) continue;
      refusals.delete(refusal);
      waiting.set(caller, refusals);
      free -= refusal.cost;
      refusal.send();
    }
  };

  return (caller: string, reply: FastifyReply, refusal: Refusal): void => {
    const refusals = waiting.get(caller) ?? new Set();
    waiting.set(caller, refusals.add(refusal));
    onReplyOver(reply, () => {
      // The timer may have been set for this refusal.
      if (refusals.delete(refusal) && timer) {
        clearTimeout(timer);
        release();
      }
    });
    if (!timer) release();
  };
};

/**
 * Callers that are refused (wrong key, too large, too often) and ask again at once would take the time of all others. So would
 * callers that read pages which need no key. Each connection has one request at a time, so a reply that waits slows its
 * caller down and costs nothing. It is dropped when its connection closes: callers that reconnect would fill the memory.
 * Companies do not wait for callers without a key.
 */
export const makePace = (): Pace => {
  const strangers = makeQueue();
  const companies = makeQueue();
  return (request, reply, send) => {
    // Read and drop the body: unread bytes would fill the kernel's buffers while the refusal waits.
    limitChunks(request.raw, mostChunks);
    request.raw.resume();
    // A file was piped to the service, which will not read it.
    if (request.bytes instanceof Readable) request.bytes.destroy();
    const refusal = { send, cost: costOf(request) };
    if (request.keyHolder) companies(request.keyHolder.empresa_id, reply, refusal);
    else strangers(networkOf(request.address), reply, refusal);
  };
};

export const paceRefusals = (app: App, pace: Pace): void => {
  app.addHook('onSend', (request: FastifyRequest, reply, _payload, done) => {
    const { isUnderWay, keyHolder, routeOptions } = request;
    const isServed = keyHolder ? reply.statusCode < 400 : routeOptions.config?.isProbe;
    if (isUnderWay || isServed) return void done();
    pace(request, reply, done);
  });
};
