import { NodeSDK } from '@opentelemetry/sdk-node';

/** Loaded only when there is an exporter: it is larger than the process it observes. Says how to end it. */
export const startSdk = (process: string): (() => Promise<void>) => {
  const sdk = new NodeSDK({ serviceName: process, instrumentations: [], autoDetectResources: false });
  sdk.start();
  return () => sdk.shutdown();
};
