import type { FastifyRequest } from 'fastify';
import { wholeWithin } from '../validation/query-values.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is a changes feed: its caller may wait for the next change (`?espera=25`). */
    mayWait?: boolean;
  }
}

/** The `espera` of a changes feed, in seconds. */
export const waitSeconds = (error?: string, description?: string) =>
  wholeWithin({ min: 0, max: 25, default: 0 }, error, description);

const anyWait = waitSeconds();

/**
 * How long a request may wait on purpose, beyond REQUEST_TIMEOUT_MS: 0 for all but those of a changes feed. Gateway and service
 * both need it: for the deadline, and because a waiting request must not take the place of one that is being worked on.
 */
export const waitMsOf = ({ method, routeOptions, query }: FastifyRequest): number => {
  if (!routeOptions.config?.mayWait || (method !== 'GET' && method !== 'HEAD')) return 0;
  const { espera } = query as { espera?: unknown };
  return (anyWait.safeParse(espera).data ?? 0) * 1_000;
};
