import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { importLimits, headers as names } from '@representa/contracts';
import type { FastifyRequest } from 'fastify';
import type { RecheckKey } from '../admission.ts';
import type { Config } from '../config.ts';
import { withoutOrigin } from '../request-target.ts';
import { isImport } from './is-import.ts';
import { type ServiceCall, serviceCall } from './service-call.ts';

/** Headers of a request that a service is sent. */
export const fromCaller = [
  'accept',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'traceparent',
] as const;

/** Headers of a service's reply that the caller is sent. */
export const fromService = [
  'content-type',
  'content-length',
  'etag',
  'retry-after',
  'idempotency-replayed',
  'allow',
  'content-disposition',
  'deprecation',
  'sunset',
] as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The longest that a DELETE may take; REQUEST_TIMEOUT_MS unless given. */
    deleteMs?: number | undefined;
  }
}

interface Dependencies {
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  recheckKey: RecheckKey;
}

/** What the service is sent instead of the caller's headers, and what its upstream must know of the request. */
export const makeHeadersFor =
  ({ config: { GATEWAY_SECRET, REQUEST_TIMEOUT_MS }, recheckKey }: Dependencies) =>
  (request: FastifyRequest): IncomingHttpHeaders & { [serviceCall]: ServiceCall } => {
    const { headers: sent, keyHolder, raw, waitMs } = request;
    const timeoutMs = timeoutOf(request) ?? REQUEST_TIMEOUT_MS;
    const headers = Object.assign(pick(sent, fromCaller), {
      [names.empresaId]: keyHolder.empresa_id,
      [names.empresaTimeZone]: keyHolder.time_zone,
      [names.keyId]: keyHolder.key_id,
      [names.keyPrefix]: keyHolder.prefix,
      [names.callerAddress]: request.address,
      [names.gatewaySecret]: GATEWAY_SECRET[0],
      [names.requestId]: request.id,
    });
    const call: ServiceCall = {
      empresa_id: keyHolder.empresa_id,
      path: withoutOrigin(raw.url ?? '/'),
      body: request.bytes,
      deadline: request.receivedAt + timeoutMs + waitMs,
      hasCallerLeft: () => raw.aborted || raw.socket.destroyed,
      isLongPoll: waitMs > 0,
      checkKey: () =>
        recheckKey(request).catch((error) => {
          request.refusal = error;
          throw error;
        }),
      onceCallerLeft: (callback) => onceClosed(raw.socket, callback),
    };
    return Object.assign(headers, { [serviceCall]: call });
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

const onceClosed = (socket: Socket, callback: () => void): (() => void) => {
  socket.once('close', callback);
  return () => void socket.off('close', callback);
};
