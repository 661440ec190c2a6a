import { type EmpresaCall, replyWithRecord, type Versioned } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CreateOnce } from '../idempotency/create-once.ts';
import type { RecordDefinition, SummaryOf } from './define-record.ts';

/** Answers a POST with the record that it creates, or with the row that was kept of it. */
export const answerCreation =
  <Given, R extends Pick<RecordDefinition, 'show' | 'summary'>>(
    createOnce: CreateOnce,
    record: R,
    { create }: { create: (call: EmpresaCall, given: Given) => Promise<object> },
  ) =>
  async (request: Omit<FastifyRequest, 'body'> & { body: Given }, reply: FastifyReply) => {
    const row = await createOnce(request as FastifyRequest, reply, () => create(request.call, request.body));
    return replyWithRecord(reply, record.show(row) as SummaryOf<R> & Versioned);
  };
