import { violates } from '@representa/postgres';
import { type EmpresaCall, HttpError, type Idempotency, sendCreated, sendJson } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillRunning } from './idempotency.errors.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.repository.ts';

/** Carries out a creation, which gives the record as JSON text. */
export type AnswerOnce = (
  request: FastifyRequest,
  reply: FastifyReply,
  create: () => Promise<string>,
) => Promise<FastifyReply>;

/** A refusal that the state of the records gave; bad input and outages are worth another try. */
const isWorthKeeping = (error: unknown): error is HttpError =>
  error instanceof HttpError && (error.status === 404 || error.status === 409);

const replay = (reply: FastifyReply, { status, body }: KeptAnswer): FastifyReply =>
  sendJson(reply.header('idempotency-replayed', 'true'), status, body);

/** Answers a POST; with an `Idempotency-Key`, only once, and with the same words whenever it is sent again. */
export const makeAnswerOnce = (answers: KeptAnswers): AnswerOnce => {
  const createOrKeepRefusal = async (call: EmpresaCall, idempotency: Idempotency, create: () => Promise<string>) => {
    try {
      return await create();
    } catch (error) {
      if (isWorthKeeping(error)) await answers.keep(call, idempotency, { status: error.status, body: error.toJson() });
      throw error;
    }
  };

  const createOnce = async (
    call: EmpresaCall,
    idempotency: Idempotency,
    reply: FastifyReply,
    create: () => Promise<string>,
  ): Promise<FastifyReply> => {
    // Looked up before anything is checked: a client may be gone since the sale was made.
    const kept = await answers.find(call, idempotency);
    if (kept) return replay(reply, kept);
    try {
      return sendCreated(reply, await createOrKeepRefusal(call, idempotency, create));
    } catch (error) {
      if (violates(error, 'kept_answer_running')) throw stillRunning();
      if (violates(error, 'kept_answer_exists')) return createOnce(call, idempotency, reply, create);
      throw error;
    }
  };

  return async ({ call }, reply, create) =>
    call.idempotency ? createOnce(call, call.idempotency, reply, create) : sendCreated(reply, await create());
};
