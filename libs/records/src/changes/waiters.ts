import type { Broadcast } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { limits, Refused } from '@representa/queues';
import { observeGauge } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

const { running: maxWaiting, ofCompany: maxOfCompany } = limits.waiters;
/** A broadcast may be lost: look again after this long. */
const lookAgainMs = 5_000;

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export type Changed = Broadcast<z.ZodType<{ empresa_id: string }>>;

/** A caller that waits. It joins before it looks for changes, so that none can come between looking and waiting. */
interface Waiter {
  /** Resolves when something may have changed, or when it is time to look again. */
  woken: Promise<void>;
  leave(): void;
}

/** Callers that wait for a company's next change. A waiting caller holds no database connection. */
export const makeWaiters = (messaging: Messaging, changed: Changed) => {
  const waiting = new Map<string, Set<() => void>>();
  let all = 0;
  let isClosing = false;
  observeGauge('changes.waiting', () => all);

  const wakeAll = (wakes: Iterable<() => void> = []): void => {
    for (const wake of [...wakes]) wake();
  };
  /** Companies that the next broadcasts are about: one for all writes that are answered in the same event-loop turn. */
  const written = new Set<string>();
  const announceAll = (): void => {
    for (const empresa_id of written) {
      wakeAll(waiting.get(empresa_id));
      // To the other replicas. A message may be lost: callers that wait look again by themselves.
      messaging.publish(changed, { empresa_id });
    }
    written.clear();
  };

  messaging.subscribe(changed, ({ empresa_id }) => wakeAll(waiting.get(empresa_id)));

  return {
    /** Tells every replica that a company's records changed, after each write of these routes. */
    announceWrites: (app: FastifyInstance): void => {
      app.addHook('onSend', ({ method, call }, { statusCode }, _payload, done) => {
        if (writes.has(method) && statusCode < 300) {
          if (written.size === 0) setImmediate(announceAll);
          written.add(call.empresa_id);
        }
        done();
      });
    },

    /** Throws when too many wait. */
    join: (empresa_id: string, milliseconds: number): Waiter => {
      const ofCompany = waiting.get(empresa_id) ?? new Set();
      if (ofCompany.size >= maxOfCompany) throw new Refused('long-poll', 'caller');
      if (all >= maxWaiting) throw new Refused('long-poll', 'all');
      waiting.set(empresa_id, ofCompany);
      all += 1;
      let leave = (): void => {};
      const woken = new Promise<void>((resolve) => {
        leave = () => {
          if (!ofCompany.delete(leave)) return;
          clearTimeout(timer);
          if (ofCompany.size === 0) waiting.delete(empresa_id);
          all -= 1;
          resolve();
        };
        const timer = setTimeout(leave, Math.min(milliseconds, lookAgainMs));
        ofCompany.add(leave);
      });
      return { woken, leave };
    },

    isClosing: (): boolean => isClosing,

    /** Answers all callers that wait, so that the process can end. */
    close: (): void => {
      isClosing = true;
      for (const ofCompany of [...waiting.values()]) wakeAll(ofCompany);
    },
  };
};

export type Waiters = ReturnType<typeof makeWaiters>;
