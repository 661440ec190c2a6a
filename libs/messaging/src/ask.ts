import { type Call, millisecondsLeft, type Operation } from '@representa/contracts';
import type { Msg } from 'nats';
import type { z } from 'zod';
import type { Connection } from './connection.ts';
import { header, headersFor } from './envelope.ts';

/** No answer, no answer in time, or the answering service failed. The asker treats them alike. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

export const ask = async <Request extends z.ZodType, Reply extends z.ZodType>(
  connection: Connection,
  { subject, reply: replySchema }: Operation<Request, Reply>,
  request: z.input<Request>,
  call: Call,
): Promise<z.output<Reply>> => {
  const opened = connection.current();
  if (!opened) throw new Unavailable(`${subject}: not connected to NATS`);
  const timeout = Math.min(connection.maxAnswerMs, millisecondsLeft(call));
  if (timeout <= 0) throw new Unavailable(`${subject}: no time left to ask`);
  let answer: Msg;
  try {
    answer = await opened.request(subject, JSON.stringify(request), { timeout, headers: headersFor(timeout, call) });
  } catch (cause) {
    throw new Unavailable(`${subject}: ${cause instanceof Error ? cause.message : 'no answer'}`, { cause });
  }
  if (answer.headers?.has(header.failed)) throw new Unavailable(`${subject}: the answering service failed`);
  const reply = replySchema.safeParse(jsonOf(answer));
  if (!reply.success) throw new Unavailable(`${subject}: the answer is not in the contract`);
  return reply.data;
};

const jsonOf = (message: Msg): unknown => {
  try {
    return message.json();
  } catch {
    return undefined;
  }
};
