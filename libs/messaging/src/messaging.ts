import { setTimeout as pause } from 'node:timers/promises';
import { makeBatcher } from '@representa/batching';
import {
  answerMarginMs,
  type BatchedOperation,
  type Broadcast,
  type Call,
  callWithin,
  inboxPrefix,
  millisecondsLeft,
  type Operation,
} from '@representa/contracts';
import { attributeNames, observed, reasonOf, traceFieldsOf } from '@representa/telemetry';
import { headers, type Msg, type MsgHdrs, type Subscription } from 'nats';
import { z } from 'zod';
import { type Connection, type ConnectionOptions, type Log, openConnection } from './connection.ts';
import { Unavailable } from './unavailable.ts';

export interface Messaging {
  readonly connected: boolean;
  /** Why it is not connected: host and port are in the log. Undefined while it is. */
  problem(): string | undefined;
  ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    caller: Call,
  ): Promise<z.output<Reply>>;
  answer<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply> & { batched?: never },
    handler: (request: z.output<Request>, caller: Call) => Promise<z.input<Reply>>,
  ): void;
  /** The answers are in the order of the questions. */
  answerBatch<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: BatchedOperation<Request, Reply>,
    handler: (requests: z.output<Request>[], caller: Call) => Promise<z.input<Reply>[]>,
  ): void;
  /** Resolves when the server has it. */
  send<Message extends z.ZodType>(broadcast: Broadcast<Message>, message: z.input<Message>): Promise<void>;
  /** Without an answer of the server: for messages that may be lost. */
  publish<Message extends z.ZodType>(broadcast: Broadcast<Message>, message: z.input<Message>): void;
  hear<Message extends z.ZodType>(broadcast: Broadcast<Message>, handler: (message: z.output<Message>) => void): void;
  close(): Promise<void>;
}

/** The longest time to wait for an answer, also for a call with a later deadline. */
const longestWaitMs = 1_000;
/** A replica that hangs holds up the questions behind it for no longer than this. */
const slowBatchMs = 50;
const mostInBatch = 64;
/** Of a question that joins a batch: it may wait for the batch before it, and the answer takes some time. */
const leastTimeMs = slowBatchMs + 2 * answerMarginMs;

const header = {
  timeout: 'timeout-ms',
  traceparent: 'traceparent',
  // For spans and log lines. Of a batch, those of its first question.
  empresaId: 'empresa-id',
  requestId: 'request-id',
  failed: 'failed',
} as const;

export const connectMessaging = (options: ConnectionOptions): Messaging => {
  const connection = openConnection(options);
  const subscriptions: Subscription[] = [];
  const underWay = new Set<Promise<void>>();
  const askInBatch = makeBatcher<{ operation: Operation; request: unknown }, unknown>({
    run: async ({ key, items, call }) => {
      const answers = await ask(connection, inArrays(operationOf(items)), requestsOf(items), call);
      if (answers.length !== items.length) throw new Unavailable(`${key}: not as many answers as questions`);
      return answers;
    },
    mostSize: mostInBatch,
    sizeOf: ({ operation, request }) => sizeOf(operation, request),
    patienceMs: slowBatchMs,
    expired: () => new Unavailable('the deadline passed before the question was sent'),
  });

  /** A batch has its earliest deadline: a question with hardly any time left would fail all others. */
  const askInTime = async (operation: BatchedOperation, request: unknown, caller: Call): Promise<unknown> => {
    if (millisecondsLeft(caller) < leastTimeMs) throw new Unavailable(`${operation.subject}: no time left to ask`);
    return askInBatch(operation.subject, caller, { operation, request });
  };

  /** Undefined while there is no connection. */
  const current = () => (connection.connected ? connection.current() : undefined);

  const answer: Messaging['answer'] = (operation, handler) => {
    connection.onceConnected((opened) => {
      const callback = (err: Error | null, message: Msg): void => {
        if (err) {
          options.log.warn({ err, subject: operation.subject }, 'NATS does not let this be answered');
          return;
        }
        const answering = reply(options.log, operation, handler, message);
        underWay.add(answering);
        void answering.finally(() => underWay.delete(answering));
      };
      subscriptions.push(opened.subscribe(operation.subject, { queue: operation.answeredBy, callback }));
    });
  };

  return {
    get connected() {
      return connection.connected;
    },
    problem: connection.problem,
    ask: (operation, request, caller) =>
      observed(
        caller,
        () => describe(operation, 'ask'),
        (asking) =>
          isBatched(operation)
            ? (askInTime(operation, request, asking) as Promise<never>)
            : ask(connection, operation, request, asking),
      ),
    answer,
    answerBatch: (operation, handler) => answer(inArrays(operation), handler),
    send: async (broadcast, message) => {
      const opened = current();
      if (!opened) throw new Unavailable(`not connected to NATS: ${broadcast.subject} was not sent`);
      opened.publish(broadcast.subject, JSON.stringify(message));
      await opened.flush();
    },
    publish: ({ subject }, message) => {
      try {
        current()?.publish(subject, JSON.stringify(message));
      } catch {
        // The connection is being closed.
      }
    },
    hear: (broadcast, handler) => {
      connection.onceConnected((opened) => {
        opened.subscribe(broadcast.subject, {
          callback: (err, message) => {
            try {
              if (err) throw err;
              handler(broadcast.message.parse(message.json()));
            } catch (error) {
              options.log.warn({ err: error, subject: broadcast.subject }, 'could not hear a broadcast');
            }
          },
        });
      });
    },
    close: async () => {
      // The client's drain does not wait for answers that are still being computed. No asker waits longer for one.
      await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
      await Promise.race([Promise.all(underWay), pause(longestWaitMs, undefined, { ref: false })]);
      await connection.close();
    },
  };
};

const ask = async <Request extends z.ZodType, Reply extends z.ZodType>(
  connection: Connection,
  { subject, reply: replySchema }: Operation<Request, Reply>,
  request: z.input<Request>,
  caller: Call,
): Promise<z.output<Reply>> => {
  const opened = connection.current();
  // A disconnected client would keep the question for its whole timeout and then drop it.
  if (!connection.connected || !opened) throw new Unavailable(`${subject}: not connected to NATS`);
  const timeout = Math.min(longestWaitMs, millisecondsLeft(caller));
  if (timeout <= 0) throw new Unavailable(`${subject}: no time left to ask`);
  let answer: Msg;
  try {
    answer = await opened.request(subject, JSON.stringify(request), { timeout, headers: headersFor(timeout, caller) });
  } catch (cause) {
    throw new Unavailable(`${subject}: ${cause instanceof Error ? cause.message : 'no answer'}`, { cause });
  }
  if (answer.headers?.has(header.failed)) throw new Unavailable(`${subject}: the answering service failed`);
  const reply = replySchema.safeParse(jsonOf(answer));
  if (!reply.success) throw new Unavailable(`${subject}: the answer is not in the contract`);
  return reply.data;
};

const reply = async <Request extends z.ZodType, Reply extends z.ZodType>(
  log: Log,
  operation: Operation<Request, Reply>,
  handler: (request: z.output<Request>, caller: Call) => Promise<z.input<Reply>>,
  message: Msg,
): Promise<void> => {
  if (!isAskersInbox(operation, message.reply)) {
    log.warn({ subject: operation.subject, reply: message.reply }, 'asked to answer to where no asker listens');
    return;
  }
  try {
    const request = operation.request.parse(message.json());
    const answer = await observed(
      callerOf(message),
      () => describe(operation, 'answer'),
      (caller) => handler(request, caller),
    );
    message.respond(JSON.stringify(answer));
  } catch (err) {
    const { request_id, traceparent } = callerOf(message);
    // Without a stack: while PostgreSQL is away this happens for every question.
    log.warn(
      { subject: operation.subject, reason: reasonOf(err), request_id, ...traceFieldsOf(traceparent) },
      'could not answer',
    );
    tellFailure(message);
  }
};

/** The server lets a process answer to any subject that the asker chose, even one that the asker may not publish to. */
const isAskersInbox = ({ askedBy }: Operation, reply = ''): boolean =>
  askedBy.some((asker) => reply.startsWith(`${inboxPrefix(asker)}.`));

/** When this cannot be sent either (the connection is closed by now), the asker's own timeout ends its wait. */
const tellFailure = (message: Msg): void => {
  try {
    const failed = headers();
    failed.set(header.failed, '1');
    message.respond('', { headers: failed });
  } catch {}
};

const jsonOf = (message: Msg): unknown => {
  try {
    return message.json();
  } catch {
    return undefined;
  }
};

const isBatched = (operation: Operation): operation is BatchedOperation => 'batched' in operation;

const sizeOf = (operation: Operation, request: unknown): number =>
  (isBatched(operation) && operation.sizeOf?.(request)) || 1;

const operationOf = ([first]: readonly { operation: Operation }[]): Operation =>
  (first as { operation: Operation }).operation;
const requestsOf = (items: readonly { request: unknown }[]): unknown[] => items.map(({ request }) => request);

/** A batched operation as it is sent: with arrays of requests and replies. */
const inArrays = <Request extends z.ZodType, Reply extends z.ZodType>({
  subject,
  answeredBy,
  askedBy,
  request,
  reply,
}: Operation<Request, Reply>) => ({ subject, answeredBy, askedBy, request: z.array(request), reply: z.array(reply) });

const describe = ({ subject }: Operation, side: 'ask' | 'answer') => ({
  duration: side === 'ask' ? ('messaging.client.operation.duration' as const) : ('messaging.process.duration' as const),
  name: `${side === 'ask' ? 'request' : 'process'} ${subject}`,
  attributes: {
    [attributeNames.messagingSystem]: 'nats',
    [attributeNames.messagingDestination]: subject,
    [attributeNames.messagingOperation]: side === 'ask' ? 'request' : 'process',
    [attributeNames.messagingOperationType]: side === 'ask' ? 'send' : 'process',
  },
});

const headersFor = (timeout: number, { traceparent, empresa_id, request_id }: Call): MsgHdrs => {
  const result = headers();
  result.set(header.timeout, String(Math.max(1, timeout - answerMarginMs)));
  if (traceparent) result.set(header.traceparent, traceparent);
  if (empresa_id) result.set(header.empresaId, empresa_id);
  if (request_id) result.set(header.requestId, request_id);
  return result;
};

const callerOf = ({ headers: received }: Msg): Call => ({
  ...callWithin(Number(received?.get(header.timeout)) || longestWaitMs),
  traceparent: received?.get(header.traceparent) || undefined,
  isShared: true,
  empresa_id: received?.get(header.empresaId) || undefined,
  request_id: received?.get(header.requestId) || undefined,
});
