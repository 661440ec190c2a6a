import { importLimits } from '@representa/contracts';
import { Refused } from '@representa/queues';
import { fileTooLarge } from '@representa/service-kit';
import { bodyLimit, bodyTooLarge } from '@representa/service-kit/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication, Sender } from './authentication/authenticate.ts';
import { sendContinue } from './connections/refuse-malformed.ts';
import { keyNotAllowed, tooManyRequests } from './gateway.errors.ts';
import { type KeyHolder, type Scope, scopes } from './keys/keys.schemas.ts';
import type { Limit } from './rate-limit/gcra.ts';
import { addLimitHeaders, secondsOf, type TakeToken } from './rate-limit/rate-limit.ts';
import { traceOf } from './request-id.ts';
import { isImport } from './request-state.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that this route needs; unless given, its method decides. */
    scope?: Scope;
  }
}

interface Dependencies {
  authenticate: Authentication['authenticate'];
  takeToken: TakeToken;
  /** Undefined: not limited. */
  limitOf: (holder: KeyHolder) => Limit | undefined;
  noteUse: (key_id: string) => void;
}

export type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const needed = ({ method, routeOptions }: FastifyRequest): Scope =>
  routeOptions.config?.scope ?? (writing.has(method) ? 'write' : 'read');

const requireScope = (request: FastifyRequest, { escopo }: KeyHolder): void => {
  if (scopes.indexOf(escopo) < scopes.indexOf(needed(request))) throw keyNotAllowed();
};

const requireSize = (request: FastifyRequest): void => {
  const length = Number(request.headers['content-length']);
  if (!isImport(request) && length > bodyLimit) throw bodyTooLarge();
  if (length > importLimits.bytes) throw fileTooLarge();
};

const keyOf = ({ headers }: FastifyRequest): string | undefined => headers['x-api-key'] as string | undefined;

const senderOf = (request: FastifyRequest): Sender => ({ address: request.address, ...traceOf(request) });

/**
 * Checks the key, the rate limit and the key's scope. Runs in onRequest, for unknown routes too, before the body is read
 * (decision 2).
 */
export const makeAdmission =
  ({ authenticate, takeToken, limitOf, noteUse }: Dependencies): Admission =>
  async (request, reply) => {
    const holder = await authenticate(keyOf(request), senderOf(request));
    request.keyHolder = holder;
    noteUse(holder.key_id);

    const limit = limitOf(holder);
    if (limit) {
      const decision = await takeToken(holder.empresa_id, limit, traceOf(request));
      addLimitHeaders(reply, limit, decision);
      if (!decision.isAllowed) throw new Refused('rate', 'caller', tooManyRequests(secondsOf(decision)));
    }
    requireScope(request, holder);

    requireSize(request);
    sendContinue(request, reply);
  };

export type RecheckKey = (request: FastifyRequest) => Promise<void>;

/** Checks the key of an admitted request again: it may have been revoked since. */
export const makeRecheckKey =
  (authenticate: Authentication['authenticate']): RecheckKey =>
  async (request) => {
    // Without the address: an admitted key is no guess.
    request.keyHolder = await authenticate(keyOf(request), traceOf(request));
    requireScope(request, request.keyHolder);
  };
