import { type App, onReplyOver } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the request was admitted (proxy.ts): its errors are not paced. */
    hasPlace: boolean;
  }
}

/** This many refusals a second are sent at once. More wait for their turn. */
const perSecond = 250;
const releaseEveryMs = 20;
/** Reading and dropping this much of a body costs about as much as a refusal. */
const bytesOfOne = 65_536;

export type Pace = (reply: FastifyReply, send: () => void, cost?: number) => void;

interface Refusal {
  send: () => void;
  cost: number;
}

const costOf = ({ headers }: FastifyRequest): number => {
  const length = Number(headers['content-length'] ?? 0);
  return 1 + Math.min(length > 0 ? length / bytesOfOne : 0, perSecond - 1);
};

/**
 * Callers that are refused (wrong key, too large, too often) and ask again at once would take the time of all others. Each
 * connection has one request at a time, so a refusal that waits slows its caller down and costs nothing. It is
 * dropped when its connection closes: callers that reconnect would fill the memory.
 */
export const makePace = (): Pace => {
  const waiting = new Set<Refusal>();
  let free = perSecond;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const count = (): void => {
    const now = performance.now();
    free = Math.min(perSecond, free + ((now - countedAt) * perSecond) / 1_000);
    countedAt = now;
  };
  const release = (): void => {
    count();
    for (const refusal of waiting) {
      if (refusal.cost > free) return;
      waiting.delete(refusal);
      free -= refusal.cost;
      refusal.send();
    }
    clearInterval(timer);
    timer = undefined;
  };

  return (reply, send, cost = 1) => {
    count();
    if (waiting.size === 0 && free >= cost) {
      free -= cost;
      send();
      return;
    }
    const refusal = { send, cost };
    waiting.add(refusal);
    onReplyOver(reply, () => waiting.delete(refusal));
    timer ??= setInterval(release, releaseEveryMs).unref();
  };
};

export const paceRefusals = (app: Pick<App, 'addHook' | 'decorateRequest'>, pace: Pace): void => {
  app.decorateRequest('hasPlace', false);
  app.addHook('onSend', (request: FastifyRequest, reply, _payload, done) => {
    if (request.hasPlace || reply.statusCode < 400) return void done();
    // Read and drop the body: unread bytes would fill the kernel's buffers while the refusal waits.
    request.raw.resume();
    pace(reply, done, costOf(request));
  });
};
