import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the process was told to stop: it should get no new requests. */
    goingAway: { value: boolean };
  }
}

export interface Health {
  /** Whether every dependency that the process needs has answered once. */
  started: () => Promise<boolean>;
}

/** Also when nobody probes, because `started` logs what is missing. */
const lookAgainMs = 1_000;

/**
 * Ready means: started, and not about to stop. A replica stays ready when a dependency is lost later, because the other replicas
 * have lost it too. Requests that need it get a 503, and all others are served.
 */
export const addHealth = (app: FastifyInstance, { started }: Health): void => {
  let hasStarted = false;
  let looking: Promise<boolean> | undefined;
  const look = (): Promise<boolean> => {
    looking ??= started()
      .catch(() => false)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const timer = setInterval(async () => {
    hasStarted ||= await look();
    if (hasStarted) clearInterval(timer);
  }, lookAgainMs).unref();
  app.addHook('preClose', async () => clearInterval(timer));
  app.decorate('goingAway', { value: false });
  // Makes callers open a new connection, and gateways use another replica, before the process ends.
  app.addHook('onRequest', (_request, reply, done) => {
    if (app.goingAway.value) reply.header('connection', 'close');
    done();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    hasStarted ||= await look();
    const ready = hasStarted && !app.goingAway.value;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
};
