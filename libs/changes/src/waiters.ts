import type { Broadcast } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { observeGauge } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

/** So many callers may wait at once, of all companies and of one. Beyond it a caller is answered at once. */
const [mostWaiting, mostOfCompany] = [512, 16];
/** A broadcast may be lost: look again after this long. */
const lookAgainMs = 5_000;

const changedMethods = new Set(['POST', 'PUT', 'DELETE']);

export type Changed = Broadcast<z.ZodType<{ empresa_id: string }>>;

/** Callers that wait for a company's next change. A waiting caller holds no database connection. */
export const makeWaiters = (messaging: Messaging, changed: Changed) => {
  const waiting = new Map<string, Set<() => void>>();
  let all = 0;
  observeGauge('changes.waiting', () => all);

  messaging.hear(changed, ({ empresa_id }) => {
    for (const wake of waiting.get(empresa_id) ?? []) wake();
  });

  return {
    /** Tells every replica that a company's records changed, after each write of these routes. */
    announceWrites: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, call }, { statusCode }) => {
        if (!changedMethods.has(method) || statusCode >= 300) return;
        // Waiting callers look again by themselves when it cannot be sent.
        await messaging.send(changed, { empresa_id: call.empresa_id }).catch(() => {});
      });
    },

    /** Resolves with true when something may have changed, and with false when nobody may wait here any more. */
    wait: (empresa_id: string, milliseconds: number): Promise<boolean> => {
      const ofCompany = waiting.get(empresa_id) ?? new Set();
      if (all >= mostWaiting || ofCompany.size >= mostOfCompany) return Promise.resolve(false);
      waiting.set(empresa_id, ofCompany);
      all += 1;
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          ofCompany.delete(wake);
          if (ofCompany.size === 0) waiting.delete(empresa_id);
          all -= 1;
          resolve(true);
        };
        const timer = setTimeout(wake, Math.min(milliseconds, lookAgainMs));
        ofCompany.add(wake);
      });
    },
  };
};

export type Waiters = ReturnType<typeof makeWaiters>;
