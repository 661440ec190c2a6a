import { problems } from '@representa/contracts';
import { violates } from '@representa/postgres';
import {
  HttpError,
  type Idempotency,
  type KeptError,
  type RequestCall,
  replyWithRecord,
  serviceUnavailable,
  type Versioned,
} from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordDefinition, SummaryOf } from '../records/define-record.ts';
import { keyUsedOtherwise, stillRunning } from './idempotency.errors.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.repository.ts';

/** The record that a POST answers with: the one that `create` makes, or the one that was kept. Sets the status to 201. */
export type CreateOnce = <Data extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  create: () => Promise<Data>,
) => Promise<Data>;

/** A refusal that the stored records caused. After bad input or an outage the caller should try again. */
const isWorthKeeping = (error: unknown): error is HttpError =>
  error instanceof HttpError && (error.status === 404 || error.status === 409);

/** With an `Idempotency-Key`, creates once and gives the same answer whenever the request is repeated. */
export const makeCreateOnce = (answers: KeptAnswers): CreateOnce => {
  const createOrKeepRefusal = async <Data>(
    call: RequestCall,
    idempotency: Idempotency,
    create: () => Promise<Data>,
  ): Promise<Data> => {
    try {
      return await create();
    } catch (error) {
      if (isWorthKeeping(error)) await answers.keepRefusal(call, idempotency, error);
      throw error;
    }
  };

  const createOrReplay = async <Data extends object>(
    call: RequestCall,
    idempotency: Idempotency,
    reply: FastifyReply,
    create: () => Promise<Data>,
  ): Promise<Data> => {
    // Before the request is checked: its client may be gone since the sale was created.
    const kept = await answers.find(call, idempotency);
    if (kept && !idempotency.fingerprint.equals(kept.fingerprint)) throw keyUsedOtherwise();
    if (kept) return replay<Data>(reply, kept);
    try {
      return await createOrKeepRefusal(call, idempotency, create);
    } catch (error) {
      if (violates(error, 'kept_answer_running')) throw stillRunning();
      if (violates(error, 'kept_answer_exists')) return createOrReplay(call, idempotency, reply, create);
      throw error;
    }
  };

  return async ({ call }, reply, create) => {
    const data = await (call.idempotency ? createOrReplay(call, call.idempotency, reply, create) : create());
    reply.code(201);
    return data;
  };
};

const replay = <Data>(reply: FastifyReply, { status, record }: KeptAnswer): Data => {
  reply.header('idempotency-replayed', 'true');
  if (status === 201) return record as Data;
  throw restored(record as KeptError);
};

/** During an upgrade an older process may be asked for what a newer one has kept. */
const restored = ({ codigo, ...said }: KeptError): HttpError =>
  codigo in problems ? new HttpError(codigo, said) : serviceUnavailable();

/** Answers a POST with the record that it creates, or with the row that was kept of it. */
export const answerCreation =
  <Given, R extends Pick<RecordDefinition, 'show' | 'summary'>>(
    createOnce: CreateOnce,
    record: R,
    { create }: { create: (call: RequestCall, given: Given) => Promise<object> },
  ) =>
  async (request: Omit<FastifyRequest, 'body'> & { body: Given }, reply: FastifyReply) => {
    const row = await createOnce(request as FastifyRequest, reply, () => create(request.call, request.body));
    return replyWithRecord(reply, record.show(row) as SummaryOf<R> & Versioned);
  };
