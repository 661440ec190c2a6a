import { type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';

/**
 * Keeps nothing: the trace travels in the calls (trace-context.ts). The SDK's own manager follows every promise, which
 * cost as much as all the spans together.
 */
const contextManager: ContextManager = {
  active: () => ROOT_CONTEXT,
  with: (_context, carryOut, self, ...args) => carryOut.apply(self, args),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
};

/** Loaded only when there is an exporter: it is larger than the process it observes. Says how to end it. */
export const startSdk = (process: string): (() => Promise<void>) => {
  const sdk = new NodeSDK({ serviceName: process, instrumentations: [], autoDetectResources: false, contextManager });
  sdk.start();
  return () => sdk.shutdown();
};
