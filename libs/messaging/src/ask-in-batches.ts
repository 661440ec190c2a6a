import { answerMarginMs, type BatchedOperation, type Call, type Operation } from '@representa/contracts';
import { makeBatcher } from '@representa/queues';
import { ask, Unavailable } from './ask.ts';
import type { Connection } from './connection.ts';

/** A replica that hangs holds up the questions behind it for no longer than this. */
const slowBatchMs = 50;
const maxInBatch = 64;
/** A queued question with less time left is refused. */
const minTimeMs = 2 * answerMarginMs;

interface Question {
  operation: BatchedOperation;
  request: unknown;
}

/** Questions that queue while an earlier one is under way are sent as one message. */
export const makeAskInBatches = (connection: Connection) => {
  const askInBatch = makeBatcher<Question, unknown>({
    run: async ({ key, items, call }) => {
      const { batch } = (items[0] as Question).operation;
      const requests = items.map(({ request }) => request);
      const answers = await ask(connection, batch, requests, call);
      if (answers.length !== items.length) throw new Unavailable(`${key}: not as many answers as questions`);
      return answers;
    },
    maxSize: maxInBatch,
    sizeOf: ({ operation, request }) => operation.sizeOf?.(request) ?? 1,
    nextBatchAfterMs: slowBatchMs,
    minMs: minTimeMs,
    expired: () => new Unavailable('the deadline passed before the question was sent'),
  });

  return (operation: BatchedOperation, request: unknown, call: Call): Promise<unknown> =>
    askInBatch(operation.subject, call, { operation, request });
};

export const isBatched = (operation: Operation): operation is BatchedOperation => 'batch' in operation;
