import { startWholeStack } from '@representa/local-stack';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    gatewayPort: number;
    gatewayPid: number;
  }
}

/** The system as `npm start` runs it, on free ports. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { gateway, stop } = await startWholeStack();
  project.provide('gatewayPort', gateway.port);
  project.provide('gatewayPid', gateway.pid() ?? 0);
  return stop;
};
