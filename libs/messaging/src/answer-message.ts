import { type Call, inboxPrefix, type Operation } from '@representa/contracts';
import { type Log, reasonOf, traceFieldsOf } from '@representa/telemetry';
import { headers, type Msg } from 'nats';
import type { z } from 'zod';
import { callFrom, header } from './envelope.ts';
import { observeOperation } from './observe-operation.ts';

export const answerMessage = async <Request extends z.ZodType, Reply extends z.ZodType>(
  log: Log,
  operation: Operation<Request, Reply>,
  handler: (request: z.output<Request>, call: Call) => Promise<z.input<Reply>>,
  message: Msg,
): Promise<void> => {
  if (!isAskersInbox(operation, message.reply)) {
    log.warn({ subject: operation.subject, reply: message.reply }, 'asked to answer to where no asker listens');
    return;
  }
  try {
    const request = operation.request.parse(message.json());
    const answer = await observeOperation('answer', operation, callFrom(message), (call) => handler(request, call));
    message.respond(JSON.stringify(answer));
  } catch (err) {
    const { request_id, traceparent } = callFrom(message);
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
