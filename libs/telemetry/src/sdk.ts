import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import { readVersion } from './config.ts';

/**
 * Does nothing: every call carries its trace (`Call.traceparent`). The SDK's own manager follows every promise and costs
 * 15 to 20 % of throughput.
 */
const contextManager: ContextManager = {
  active: () => ROOT_CONTEXT,
  with: (_context, run, self, ...args) => run.apply(self, args),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
};

const shutdownTimeoutMs = 500;

/** Returns a function that exports what is buffered. It never throws: without its collector a process still stops cleanly. */
export const startSdk = (serviceName: string): (() => Promise<void>) => {
  const own = resources.resourceFromAttributes({
    'service.name': serviceName,
    'service.namespace': 'representa',
    'service.version': readVersion(),
    'service.instance.id': randomUUID(),
  });
  const sdk = new NodeSDK({
    instrumentations: [],
    resource: resources.defaultResource().merge(own),
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come before our own.
    resourceDetectors: [resources.envDetector],
    contextManager,
  });
  sdk.start();
  return async () => {
    const timeout = pause(shutdownTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error('the collector did not answer in time');
    });
    await Promise.race([sdk.shutdown(), timeout]).catch((error: unknown) => {
      process.emitWarning(`The last spans and metrics were not exported: ${error}`);
    });
  };
};
