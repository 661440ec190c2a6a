import type { Logger } from '@representa/telemetry';
import type { App } from './server.ts';

interface Running {
  app: Pick<App, 'listen' | 'close'>;
  log: Logger;
  host: string;
  port: number;
}

const longestShutdownMs = 9_000;

/** Listens until SIGTERM or SIGINT, then finishes what it has begun and goes. */
export const run = async ({ app, log, host, port }: Running): Promise<void> => {
  const shutDown = async (signal: string): Promise<void> => {
    log.info({ signal }, 'shutting down');
    setTimeout(() => process.exit(1), longestShutdownMs).unref();
    await app.close();
    process.exit(0);
  };
  process.once('SIGTERM', shutDown);
  process.once('SIGINT', shutDown);
  const address = await app.listen({ host, port });
  log.info({ address }, 'listening');
};
