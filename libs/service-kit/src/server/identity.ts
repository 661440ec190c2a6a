import { timingSafeEqual } from 'node:crypto';
import { headers } from '@representa/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestCall } from '../call.ts';
import { notFromGateway } from '../kit.errors.ts';
import { waitMsOf } from '../overload/long-poll.ts';
import { ifMatchOf } from '../replies/versions.ts';
import { asksForStrict } from '../validation/strict.ts';

/** Takes the same time whatever was sent, also when its length is another. */
export const isSameSecret = (sent: string, secret: string): boolean => {
  const given = Buffer.from(sent);
  const expected = Buffer.from(secret);
  const hasLength = given.length === expected.length;
  return timingSafeEqual(hasLength ? given : expected, expected) && hasLength;
};

declare module 'fastify' {
  interface FastifyRequest {
    call: RequestCall;
  }
  interface FastifyContextConfig {
    /** The longest that a request of this route may take; REQUEST_TIMEOUT_MS unless given. */
    timeLimitMs?: number;
  }
}

/** The key prefix of a refused request is unverified: log at most so many characters. */
const maxPrefix = 32;

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** Services trust only the gateway: its secret proves the identity headers that come with it. */
export const requireGateway = (app: FastifyInstance, gatewaySecrets: readonly string[], maxRequestMs: number): void => {
  app.decorateRequest('call');
  const deadlineOf = (request: FastifyRequest): number => {
    const maxMs = (request.routeOptions.config.timeLimitMs ?? maxRequestMs) + waitMsOf(request);
    return performance.now() + Math.min(Number(headerOf(request, headers.timeout)) || maxMs, maxMs);
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const sent = headerOf(request, headers.gatewaySecret);
    if (!gatewaySecrets.some((secret) => isSameSecret(sent, secret))) {
      const key_prefix = headerOf(request, headers.keyPrefix).slice(0, maxPrefix) || undefined;
      request.log.warn(
        { client_address: request.ip, key_prefix, request_id: request.id },
        'refused: not from the gateway',
      );
      return done(notFromGateway());
    }
    request.call = {
      empresa_id: headerOf(request, headers.empresaId),
      time_zone: headerOf(request, headers.empresaTimeZone),
      deadline: deadlineOf(request),
      request_id: request.id,
      key: { id: headerOf(request, headers.keyId), prefix: headerOf(request, headers.keyPrefix) },
      address: headerOf(request, headers.callerAddress),
      ifMatch: ifMatchOf(request),
      isStrict: asksForStrict(request.headers.prefer),
      hasCallerLeft: () => request.raw.socket.destroyed,
      traceparent: headerOf(request, 'traceparent') || undefined,
    };
    done();
  });
};
