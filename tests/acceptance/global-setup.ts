import { freePort, startWholeStack } from '@representa/local-stack';
import type { TestProject } from 'vitest/node';
import { givenBaseUrl } from './config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    /** Whether the system is unused: only then the first code and the empty list can be tested. */
    fresh: boolean;
    /** Where a test may serve a page whose requests the system allows; 0 when the system is not ours. */
    pagePort: number;
  }
}

export const pageOrigin = (port: number): string => `http://localhost:${port}`;

export default async (project: TestProject): Promise<() => Promise<void>> => {
  if (givenBaseUrl) {
    project.provide('baseUrl', givenBaseUrl);
    project.provide('fresh', false);
    project.provide('pagePort', 0);
    return async () => {};
  }
  const pagePort = await freePort();
  const { url, stop } = await startWholeStack({ env: { CORS_ORIGINS: pageOrigin(pagePort) } });
  project.provide('baseUrl', url);
  project.provide('fresh', true);
  project.provide('pagePort', pagePort);
  return stop;
};
