import { makeBatcher } from '@representa/batching';
import { answerMarginMs, type BatchedOperation, type Call, type Operation } from '@representa/contracts';
import { z } from 'zod';
import { ask } from './ask.ts';
import type { Connection } from './connection.ts';
import { Unavailable } from './unavailable.ts';

/** A replica that hangs holds up the questions behind it for no longer than this. */
const slowBatchMs = 50;
const mostInBatch = 64;
/** A queued question with less time left is refused. */
const leastTimeMs = 2 * answerMarginMs;

interface Question {
  operation: Operation;
  request: unknown;
}

/** Questions that queue while an earlier one is under way are sent as one message. */
export const makeAskInBatches = (connection: Connection) => {
  /** By subject: its schemas are made once, not for each message. */
  const known = new Map<string, ReturnType<typeof inArrays>>();
  const batchOf = ({ operation }: Question): ReturnType<typeof inArrays> => {
    const batch = known.get(operation.subject) ?? inArrays(operation);
    known.set(operation.subject, batch);
    return batch;
  };
  const askInBatch = makeBatcher<Question, unknown>({
    run: async ({ key, items, call }) => {
      const answers = await ask(connection, batchOf(items[0] as Question), requestsOf(items), call);
      if (answers.length !== items.length) throw new Unavailable(`${key}: not as many answers as questions`);
      return answers;
    },
    mostSize: mostInBatch,
    sizeOf: ({ operation, request }) => sizeOf(operation, request),
    patienceMs: slowBatchMs,
    leastMs: leastTimeMs,
    expired: () => new Unavailable('the deadline passed before the question was sent'),
  });

  return (operation: BatchedOperation, request: unknown, call: Call): Promise<unknown> =>
    askInBatch(operation.subject, call, { operation, request });
};

export const isBatched = (operation: Operation): operation is BatchedOperation => 'batched' in operation;

const sizeOf = (operation: Operation, request: unknown): number =>
  (isBatched(operation) && operation.sizeOf?.(request)) || 1;

const requestsOf = (items: readonly Question[]): unknown[] => items.map(({ request }) => request);

/** A batched operation as it is sent: with arrays of requests and replies. */
export const inArrays = <Request extends z.ZodType, Reply extends z.ZodType>({
  subject,
  answeredBy,
  askedBy,
  request,
  reply,
}: Operation<Request, Reply>) => ({ subject, answeredBy, askedBy, request: z.array(request), reply: z.array(reply) });
