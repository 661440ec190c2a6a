import { Readable } from 'node:stream';
import type { App } from '@representa/service-kit';
import { onReply } from '@representa/service-kit/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../addresses.ts';
import { limitChunks } from './refuse-malformed.ts';

/** This many refusals a second are sent at once. More wait for their turn. */
const perSecond = 250;
/** Moving 64 KiB costs about as much as a refusal. */
const bytesPerMs = (perSecond * 65_536) / 1_000;
/** A caller may move this much more at once. */
const burstMs = 1_000;
/** The longest that its next refusal waits after its last byte. */
const maxDebtMs = 1_000;
/** The callers whose bytes are remembered. */
const maxCallers = 10_000;
/** At most this many small chunks of a refused body are read and dropped. */
const maxRefusedChunks = 500;

/** Sends a refusal of so many bytes when it is its turn. */
type Pace = (request: FastifyRequest, reply: FastifyReply, send: () => void, bytes?: number) => void;

/** Sends one refusal of each caller in turn, so that nobody waits behind another's thousands. */
const makeRoundRobin = () => {
  const waiting = new Map<string, Set<() => void>>();
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
      const [send] = refusals;
      if (send && free < 1) {
        timer = setTimeout(release, ((1 - free) * 1_000) / perSecond).unref();
        return;
      }
      waiting.delete(caller);
      if (!send) continue;
      refusals.delete(send);
      waiting.set(caller, refusals);
      free -= 1;
      send();
    }
  };

  return (caller: string, reply: FastifyReply, send: () => void): void => {
    const refusals = waiting.get(caller) ?? new Set();
    waiting.set(caller, refusals.add(send));
    onReply(reply, () => refusals.delete(send));
    if (!timer) release();
  };
};

/** What each caller moves with refused requests, kept as the time when it will be paid for. */
const makeTraffic = () => {
  const paidAt = new LRUCache<string, number>({ max: maxCallers });
  return {
    charge: (caller: string, bytes: number): void => {
      const now = performance.now();
      const after = Math.max(paidAt.get(caller) ?? now, now) + bytes / bytesPerMs;
      paidAt.set(caller, Math.min(after, now + burstMs + maxDebtMs));
    },
    /** How long its next refusal waits. */
    debtMs: (caller: string): number => (paidAt.get(caller) ?? 0) - performance.now() - burstMs,
  };
};

const makeQueue = () => {
  const takeTurn = makeRoundRobin();
  const { charge, debtMs } = makeTraffic();
  return {
    charge,
    /** A caller in debt waits for its turn only when its bytes are paid for, so it delays no other. */
    add: (caller: string, reply: FastifyReply, send: () => void): void => {
      let timer: NodeJS.Timeout | undefined;
      const takeTurnOncePaid = (): void => {
        const waitMs = debtMs(caller);
        if (waitMs > 0) timer = setTimeout(takeTurnOncePaid, waitMs).unref();
        else takeTurn(caller, reply, send);
      };
      onReply(reply, () => clearTimeout(timer));
      takeTurnOncePaid();
    },
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
  return (request, reply, send, bytes = 0) => {
    const { keyHolder, raw } = request;
    const queue = keyHolder ? companies : strangers;
    const caller = keyHolder ? keyHolder.empresa_id : networkOf(request.address);
    // Read and drop the body: unread bytes would fill the kernel's buffers while the refusal waits.
    limitChunks(raw, maxRefusedChunks);
    let moved = 0;
    raw
      .on('data', (chunk: Buffer) => {
        moved += chunk.length;
        queue.charge(caller, chunk.length);
      })
      .resume();
    // A file was piped to the service, which will not read it.
    if (request.forwardedBody instanceof Readable) request.forwardedBody.destroy();
    queue.add(caller, reply, () => {
      // The HTTP parser has refused it meanwhile: a second head is an exception, which would end the process.
      if (reply.raw.headersSent) return;
      // Charges the body a second time, so that refusals that became due together are not sent together.
      queue.charge(caller, moved + bytes);
      send();
    });
  };
};

export const paceRefusals = (app: App, pace: Pace): void => {
  app.addHook('onSend', (request: FastifyRequest, reply, payload, done) => {
    const { isUnderWay, keyHolder, routeOptions } = request;
    const isServed = keyHolder ? reply.statusCode < 400 : routeOptions.config?.isProbe;
    if (isUnderWay || isServed) return void done();
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    pace(request, reply, done, bytes);
  });
};
