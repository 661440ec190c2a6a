import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment this process was told to go: nobody should send it new requests. */
    goingAway: { value: boolean };
  }
}

export interface Health {
  /** Resolves when what this process cannot work without has answered once. */
  started: () => Promise<boolean>;
}

/** Without probes, too: `started` logs what is missing. */
const lookAgainMs = 1_000;

/**
 * Ready means: started, and not going away. A dependency that is lost later does not make this replica worse than
 * its siblings; requests that need it are told so, and all others keep being served.
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
  // The caller leaves the connection, and a gateway turns to another replica, before requests would be lost.
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
