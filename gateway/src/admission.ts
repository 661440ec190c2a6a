import { importLimits } from '@representa/contracts';
import { bodyLimit, bodyTooLarge, fileTooLarge, type HttpError } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Authentication, Caller } from './empresas/authenticate.ts';
import { keyNotAllowed, tooManyRequests } from './empresas/empresas.errors.ts';
import type { KeyHolder } from './empresas/empresas.repository.ts';
import { type Scope, scopes } from './keys/keys.schemas.ts';
import type { Limit } from './rate-limit/gcra.ts';
import { addLimitHeaders } from './rate-limit/headers.ts';
import type { TakeToken } from './rate-limit/rate-limit.ts';
import { traceOf } from './requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request that was admitted. */
    keyHolder: KeyHolder;
  }
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

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
export type Admission = Hook;

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const needed = ({ method, routeOptions }: FastifyRequest): Scope =>
  routeOptions.config?.scope ?? (writing.has(method) ? 'write' : 'read');

const requireScope = (request: FastifyRequest, { escopo }: KeyHolder): void => {
  if (scopes.indexOf(escopo) < scopes.indexOf(needed(request))) throw keyNotAllowed();
};

const keyOf = ({ headers }: FastifyRequest): string | undefined => headers['x-api-key'] as string | undefined;

const callerOf = (request: FastifyRequest): Caller => ({ address: request.ip, ...traceOf(request) });

/** Without waiting when there is nothing to wait for: most keys and tokens are in memory. */
const andThen = <Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(use) : use(value));

const finish = (reply: FastifyReply, done: HookHandlerDoneFunction, work: () => void | Promise<void>): void => {
  const fail = (error: Error): void => {
    if ((error as Partial<HttpError>).status === 429 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', '1');
    done(error);
  };
  try {
    const working = work();
    if (working instanceof Promise) working.then(() => done(), fail);
    else done();
  } catch (error) {
    fail(error as Error);
  }
};

/** Checks the key, the rate limit and the key's scope, before routing and before the body is read (decision 2). */
export const makeAdmission = ({ authenticate, takeToken, limitOf, noteUse }: Dependencies): Admission => {
  const limit = (request: FastifyRequest, reply: FastifyReply, holder: KeyHolder): void | Promise<void> => {
    request.keyHolder = holder;
    noteUse(holder.key_id);
    const own = limitOf(holder);
    if (!own) return;
    return andThen(
      takeToken(holder.empresa_id, own, () => traceOf(request)),
      (decision) => {
        addLimitHeaders(reply, own, decision);
        if (!decision.isAllowed) throw tooManyRequests();
      },
    );
  };

  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    requireScope(request, request.keyHolder);
    const isImport = request.routeOptions.config?.bulk === 'import';
    const length = Number(request.headers['content-length']);
    if (length > (isImport ? importLimits.bytes : bodyLimit)) throw isImport ? fileTooLarge() : bodyTooLarge();
    if (request.headers.expect !== undefined && request.raw.httpVersion !== '1.0') letBodyCome(reply);
  };

  return (request, reply, done) =>
    finish(reply, done, () =>
      andThen(
        andThen(
          authenticate(keyOf(request), () => callerOf(request)),
          (holder) => limit(request, reply, holder),
        ),
        () => admit(request, reply),
      ),
    );
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Checks the key again when a body was received: it may have been revoked since. */
export const makeReadmission =
  (authenticate: Authentication['authenticate']): Hook =>
  (request, reply, done) => {
    if (!hasBody(request)) return done();
    finish(reply, done, () =>
      andThen(
        authenticate(keyOf(request), () => callerOf(request)),
        (holder) => {
          request.keyHolder = holder;
          requireScope(request, holder);
        },
      ),
    );
  };

const letBodyCome = ({ raw }: FastifyReply): void => {
  raw.shouldKeepAlive = true;
  raw.writeContinue();
};
