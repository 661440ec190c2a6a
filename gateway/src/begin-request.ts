import { headers } from '@representa/contracts';
import { finalStatusOf, onReply, withoutQuery } from '@representa/service-kit/process';
import { type Logger, traceFieldsOf } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyMark, prefixOf } from './authentication/api-key.ts';

/** Replies are about one company: no cache may keep them. The document and its page have their own `cache-control`. */
export const securityHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Sent when the caller reached a trusted proxy by TLS: browsers then use only TLS for a year. */
const hsts = 'max-age=31536000';

/** The public prefix of a refused key. Of a text that is not our key nothing is logged: it may be a secret. */
const shownPrefix = ({ headers: sent }: FastifyRequest): string | undefined => {
  const key = sent['x-api-key'];
  return typeof key === 'string' && key.startsWith(keyMark) ? prefixOf(key) : undefined;
};

/** The first hook of every request. */
export type BeginRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Every request gets its id back. It leaves one log line if it had a key or was refused. */
export const makeBeginRequest = (log: Logger): BeginRequest => {
  // No field of the line can hold a secret, so redaction would only cost time.
  const lines = log.child({}, { redact: [] });
  const logRequest = (request: FastifyRequest, reply: FastifyReply, beganAt: number): void => {
    const { url, method, keyHolder, headers: sent, failureLog, limiter } = request;
    const status = finalStatusOf(reply);
    if (!keyHolder && status < 400) return;
    const path = withoutQuery(url);
    const ms = Math.round((performance.now() - beganAt) * 10) / 10;
    lines[failureLog ? 'error' : 'info'](
      {
        method,
        path,
        status,
        ms,
        request_id: request.id,
        ...traceFieldsOf(sent.traceparent),
        empresa_id: keyHolder?.empresa_id,
        key_id: keyHolder?.key_id,
        key_prefix: keyHolder?.prefix ?? shownPrefix(request),
        client_address: request.address,
        limiter,
        ...failureLog,
      },
      'request',
    );
  };

  return (request, reply, done) => {
    reply.header(headers.requestId, request.id).headers(securityHeaders);
    if (request.protocol === 'https') reply.header('strict-transport-security', hsts);
    const beganAt = performance.now();
    request.deadlineFrom = beganAt;
    onReply(reply, () => logRequest(request, reply, beganAt));
    done();
  };
};
