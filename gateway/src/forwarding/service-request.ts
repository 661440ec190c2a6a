import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { importLimits, headers as names } from '@representa/contracts';
import type { FastifyRequest } from 'fastify';
import type { RecheckKey } from '../admission.ts';
import type { Config } from '../config.ts';
import { isImport } from '../request-state.ts';
import { withoutOrigin } from '../request-target.ts';

/** Headers of a request that a service is sent. */
export const fromCaller = [
  'accept',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'traceparent',
] as const;

/** A request to a service, of one attempt or two. */
export interface ServiceRequest {
  /** The service's reply must have it. */
  id: string;
  empresa_id: string;
  method: string;
  /** As the caller wrote it, without scheme and host. */
  path: string;
  headers: Record<string, string | undefined>;
  /** A stream can be sent only once. */
  body: Buffer | Readable | null;
  /** By `performance.now()`. */
  deadline: number;
  /** It waits for a change, so it may take long. */
  isLongPoll: boolean;
  hasCallerLeft(): boolean;
  /** Returns how to stop listening. */
  onceCallerLeft(callback: () => void): () => void;
  /** Rejects when the caller's key is no longer good. */
  checkKey(): Promise<void>;
}

interface Dependencies {
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  recheckKey: RecheckKey;
}

/** What a service is sent instead of the caller's request. */
export const makeServiceRequestOf =
  ({ config: { GATEWAY_SECRET, REQUEST_TIMEOUT_MS }, recheckKey }: Dependencies) =>
  (request: FastifyRequest): ServiceRequest => {
    const { headers: sent, keyHolder, raw, waitMs, method } = request;
    const { empresa_id, time_zone, key_id, prefix } = keyHolder;
    const id = randomUUID();
    return {
      id,
      empresa_id,
      method,
      path: withoutOrigin(raw.url ?? '/'),
      headers: {
        ...(pick(sent, fromCaller) as Record<string, string>),
        [names.empresaId]: empresa_id,
        [names.empresaTimeZone]: time_zone,
        [names.keyId]: key_id,
        [names.keyPrefix]: prefix,
        [names.callerAddress]: request.address,
        [names.gatewaySecret]: GATEWAY_SECRET[0],
        [names.requestId]: request.id,
        [names.exchangeId]: id,
      },
      body: request.forwardedBody,
      deadline: request.deadlineFrom + (timeoutOf(request) ?? REQUEST_TIMEOUT_MS) + waitMs,
      isLongPoll: waitMs > 0,
      hasCallerLeft: () => raw.aborted || raw.socket.destroyed,
      onceCallerLeft: (callback) => {
        raw.socket.once('close', callback);
        return () => void raw.socket.off('close', callback);
      },
      checkKey: () =>
        recheckKey(request).catch((error) => {
          request.refusal = error;
          throw error;
        }),
    };
  };

/** An import is answered only when all of it was written. The reply to an export begins in the usual time. */
const timeoutOf = (request: FastifyRequest): number | undefined => {
  if (isImport(request)) return importLimits.timeMs;
  return request.method === 'DELETE' ? request.routeOptions.config.deleteMs : undefined;
};

/** An allow-list: a header that is not named does not pass. */
export const pick = (headers: IncomingHttpHeaders, allowed: readonly string[]): IncomingHttpHeaders => {
  const picked: IncomingHttpHeaders = {};
  for (const name of allowed) if (headers[name] !== undefined) picked[name] = headers[name];
  return picked;
};
