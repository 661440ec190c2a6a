import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@representa/telemetry';
import type { App } from '../server/server.ts';
import type { ProcessConfig } from './config.ts';
import { readFaultPointFrom } from './fault-point.ts';

interface Running {
  app: Pick<App, 'listen' | 'close' | 'goingAway' | 'server'>;
  log: Logger;
  config: Pick<ProcessConfig, 'HOST' | 'PORT' | 'REQUEST_TIMEOUT_MS' | 'SHUTDOWN_DELAY_MS' | 'FAULT_POINT'>;
  /** Sends the remaining telemetry, within a second. */
  stopTelemetry?: () => Promise<void>;
}

/** For the requests under way, after SHUTDOWN_DELAY_MS (deploy/README.md, "Upgrade"). */
const maxRequestsMs = 8_000;

/** Listens until SIGTERM or SIGINT. Then it is not ready any more, answers for a while, finishes its requests, and ends. */
export const run = async ({ app, log, config, stopTelemetry }: Running): Promise<void> => {
  const close = async (): Promise<boolean> => {
    try {
      const isClosed = await Promise.race([app.close().then(() => true), pause(maxRequestsMs, false)]);
      if (!isClosed) log.error({}, 'requests under way did not end in time');
      return isClosed;
    } catch (err) {
      log.error({ err }, 'could not close everything');
      return false;
    }
  };
  const shutDown = async (signal: string): Promise<void> => {
    log.info({ signal }, 'shutting down');
    app.goingAway = true;
    await pause(config.SHUTDOWN_DELAY_MS);
    const isClosed = await close();
    await stopTelemetry?.();
    process.exit(isClosed ? 0 : 1);
  };
  // Nothing moves on a connection while its request is computed.
  app.server.setTimeout(Math.max(app.server.timeout, config.REQUEST_TIMEOUT_MS));
  process.once('SIGTERM', shutDown);
  process.once('SIGINT', shutDown);
  if (config.FAULT_POINT) readFaultPointFrom(config.FAULT_POINT);
  const address = await app.listen({ host: config.HOST, port: config.PORT });
  log.info({ address }, 'listening');
};
