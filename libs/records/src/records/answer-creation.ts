import { type EmpresaCall, replyWithRecord, type Versioned } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CreateOnce } from '../idempotency/create-once.ts';
import type { RecordDefinition } from './define-record.ts';

/** Answers a POST with the record that it creates, or with the one that was kept: a kept row, too, must be shown by its definition. */
export const answerCreation =
  <Given, Created extends Versioned>(
    createOnce: CreateOnce,
    { show }: Pick<RecordDefinition, 'show'>,
    { create }: { create: (call: EmpresaCall, given: Given) => Promise<Created> },
  ) =>
  async (request: Omit<FastifyRequest, 'body'> & { body: Given }, reply: FastifyReply) =>
    replyWithRecord(
      reply,
      show(await createOnce(request as FastifyRequest, reply, () => create(request.call, request.body))),
    );
