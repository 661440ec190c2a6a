import { callWithin } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment this process was told to go: nobody should send it new requests. */
    goingAway: { value: boolean };
  }
}

export interface Health {
  /** Resolves when what this process cannot work without has answered. */
  started: () => Promise<boolean>;
}

/**
 * Ready means: started, and not going away. A dependency that is lost later does not make this replica worse than
 * its siblings; requests that need it are told so, and all others keep being served.
 */
export const addHealth = (app: FastifyInstance, { started }: Health): void => {
  let hasStarted = false;
  app.decorate('goingAway', { value: false });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    hasStarted ||= await started().catch(() => false);
    const ready = hasStarted && !app.goingAway.value;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
};

/** A process that starts while NATS is away serves what needs no NATS, after giving it this long to appear. */
const natsPatienceMs = 5_000;
const probeMs = 1_000;

export const dependenciesAnswered = (sql: Database, messaging: Messaging): Health['started'] => {
  const giveUpOnNatsAt = Date.now() + natsPatienceMs;
  return async () => {
    await sql.within(callWithin(probeMs), sql`select 1`);
    return messaging.connected || Date.now() > giveUpOnNatsAt;
  };
};
