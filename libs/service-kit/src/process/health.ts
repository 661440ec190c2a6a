import type { FastifyInstance } from 'fastify';
import { answerOtherMethods } from '../server/other-methods.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Kubernetes asks this, and stops a process that answers late. */
    isProbe?: boolean;
  }
}

const probe = { config: { isProbe: true } };

export interface Health {
  /** The names of what this process cannot work without and has not found yet. */
  missing: () => Promise<string[]>;
  /** Called once, when nothing is missing for the first time. */
  onStarted?: () => void;
}

/** The process looks by itself: `onStarted` must run, and what is missing must be logged, even if nobody asks /readyz. */
const lookAgainMs = 200;

/**
 * Ready means: started, and not about to stop. A replica stays ready when a dependency is lost later, because the other replicas
 * have lost it too. Requests that need it get a 503, and all others are served.
 */
export const addHealth = (app: FastifyInstance, { missing: findMissing, onStarted }: Health): void => {
  let hasStarted = false;
  let isClosing = false;
  let looking: Promise<string[]> | undefined;
  const look = async (): Promise<string[]> => {
    if (hasStarted) return [];
    looking ??= findMissing()
      .catch(() => ['the check of the dependencies failed'])
      .finally(() => {
        looking = undefined;
      });
    const missing = await looking;
    if (missing.length === 0 && !hasStarted && !isClosing) {
      hasStarted = true;
      onStarted?.();
    }
    return missing;
  };
  let timer: NodeJS.Timeout;
  // From here on: compiling the routes blocks the event loop, and the answer of a dependency would seem late.
  app.addHook('onReady', async () => {
    timer = setInterval(async () => {
      await look();
      if (hasStarted) clearInterval(timer);
    }, lookAgainMs).unref();
    void look();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(timer);
  });
  answerOtherMethods(app, () => {
    app.get('/healthz', probe, async () => ({ status: 'ok' }));
    app.get('/readyz', probe, async (_request, reply) => {
      const missing = await look();
      if (missing.length > 0) return reply.code(503).send({ status: 'not ready', missing });
      const ready = !app.goingAway;
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
    });
  });
};
