import { importLimits } from '@representa/contracts';
import { bodyLimit, bodyTooLarge, fileTooLarge } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Authentication } from './empresas/authenticate.ts';
import { tooManyRequests } from './empresas/empresas.errors.ts';
import type { KeyHolder } from './empresas/empresas.repository.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every request that was admitted. */
    keyHolder: KeyHolder;
  }
}

interface Dependencies {
  authenticate: Authentication['authenticate'];
  isTooMuch: (empresa_id: string) => boolean;
}

export type Admission = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** Checks the key and the rate limit, before routing and before the body is read (decision 2). */
export const makeAdmission = ({ authenticate, isTooMuch }: Dependencies): Admission => {
  const admit = (request: FastifyRequest, reply: FastifyReply, keyHolder: KeyHolder): void => {
    request.keyHolder = keyHolder;
    if (isTooMuch(keyHolder.empresa_id)) {
      reply.header('retry-after', '1');
      throw tooManyRequests();
    }
    const isImport = request.routeOptions.config?.bulk === 'import';
    const length = Number(request.headers['content-length']);
    if (length > (isImport ? importLimits.bytes : bodyLimit)) throw isImport ? fileTooLarge() : bodyTooLarge();
    if (request.headers.expect !== undefined && request.raw.httpVersion !== '1.0') letBodyCome(reply);
  };

  return (request, reply, done) => {
    try {
      const holder = authenticate(request.headers['x-api-key'] as string | undefined);
      if (!(holder instanceof Promise)) {
        admit(request, reply, holder);
        return done();
      }
      holder.then((found) => admit(request, reply, found)).then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  };
};

const letBodyCome = ({ raw }: FastifyReply): void => {
  raw.shouldKeepAlive = true;
  raw.writeContinue();
};
