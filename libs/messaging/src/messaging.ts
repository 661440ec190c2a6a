import { setTimeout as pause } from 'node:timers/promises';
import type { BatchedOperation, Broadcast, Call, Operation } from '@representa/contracts';
import type { Msg, NatsConnection, Subscription } from 'nats';
import type { z } from 'zod';
import { answerMessage } from './answer-message.ts';
import { ask, Unavailable } from './ask.ts';
import { isBatched, makeAskInBatches } from './ask-in-batches.ts';
import { type ConnectionOptions, openConnection } from './connection.ts';
import { observeOperation } from './observe-operation.ts';

export interface Messaging {
  readonly connected: boolean;
  /** Why it is not connected: host and port are in the log. Undefined while it is. */
  problem(): string | undefined;
  ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    call: Call,
  ): Promise<z.output<Reply>>;
  /** Questions come from `startAnswering` on. */
  answer<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply> & { batch?: never },
    handler: (request: z.output<Request>, call: Call) => Promise<z.input<Reply>>,
  ): void;
  /** The answers are in the order of the questions. */
  answerBatch<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: BatchedOperation<Request, Reply>,
    handler: (requests: z.output<Request>[], call: Call) => Promise<z.input<Reply>[]>,
  ): void;
  /** Not before this process is ready: until then, the questions go to other replicas. */
  startAnswering(): void;
  /** To the other processes that hear it. Resolves when the server has it. */
  send<Message extends z.ZodType>(broadcast: Broadcast<Message>, message: z.input<Message>): Promise<void>;
  /** Without an answer of the server: for messages that may be lost. */
  publish<Message extends z.ZodType>(broadcast: Broadcast<Message>, message: z.input<Message>): void;
  subscribe<Message extends z.ZodType>(
    broadcast: Broadcast<Message>,
    handler: (message: z.output<Message>) => void,
  ): void;
  close(): Promise<void>;
}

export const connectMessaging = (options: ConnectionOptions): Messaging => {
  const connection = openConnection(options);
  const askInBatches = makeAskInBatches(connection);
  const subscriptions: Subscription[] = [];
  const underWay = new Set<Promise<void>>();

  let startAnswering = (): void => {};
  const started = new Promise<void>((resolve) => {
    startAnswering = resolve;
  });

  const answer: Messaging['answer'] = (operation, handler) => {
    const subscribe = (opened: NatsConnection): void => {
      const callback = (err: Error | null, message: Msg): void => {
        if (err) {
          options.log.warn({ err, subject: operation.subject }, 'NATS does not let this be answered');
          return;
        }
        const answering = answerMessage(options.log, operation, handler, message);
        underWay.add(answering);
        void answering.finally(() => underWay.delete(answering));
      };
      subscriptions.push(opened.subscribe(operation.subject, { queue: operation.answeredBy, callback }));
    };
    void started.then(() => connection.onceConnected(subscribe));
  };

  return {
    get connected() {
      return connection.connected;
    },
    problem: connection.problem,
    ask: (operation, request, call) =>
      observeOperation('ask', operation, call, (asking) =>
        isBatched(operation)
          ? (askInBatches(operation, request, asking) as Promise<never>)
          : ask(connection, operation, request, asking),
      ),
    answer,
    answerBatch: (operation, handler) =>
      answer(operation.batch, (requests, call) => handler(requests, { ...call, isShared: true })),
    startAnswering,
    send: async (broadcast, message) => {
      const opened = connection.current();
      if (!opened) throw new Unavailable(`not connected to NATS: ${broadcast.subject} was not sent`);
      opened.publish(broadcast.subject, JSON.stringify(message));
      await opened.flush();
    },
    publish: ({ subject }, message) => {
      try {
        connection.current()?.publish(subject, JSON.stringify(message));
      } catch {
        // The connection is being closed.
      }
    },
    subscribe: (broadcast, handler) => {
      connection.onceConnected((opened) => {
        opened.subscribe(broadcast.subject, {
          callback: (err, message) => {
            try {
              if (err) throw err;
              handler(broadcast.message.parse(message.json()));
            } catch (error) {
              options.log.warn({ err: error, subject: broadcast.subject }, 'could not take a broadcast');
            }
          },
        });
      });
    },
    close: async () => {
      const sendAnswers = async (): Promise<void> => {
        await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
        // The client's drain does not wait for answers that are still being computed.
        await Promise.all(underWay);
      };
      // No asker waits longer for an answer.
      await Promise.race([sendAnswers(), pause(connection.maxAnswerMs, undefined, { ref: false })]);
      await connection.close();
    },
  };
};
