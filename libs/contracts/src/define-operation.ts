import { z } from 'zod';

export const processes = ['gateway', 'sales', 'catalog', 'clients'] as const;
export type ProcessName = (typeof processes)[number];

/** A request that one service answers for others over NATS: all that both sides must agree on, as data. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly subject: `${ProcessName}.v1.${string}`;
  readonly answeredBy: ProcessName;
  readonly askedBy: readonly ProcessName[];
  readonly request: Request;
  readonly reply: Reply;
}

/** Asked one at a time, sent and answered in batches: a message has an array of requests, its reply one of replies. */
export interface BatchedOperation<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType>
  extends Operation<Request, Reply> {
  /** The operation that is sent: arrays of requests and replies. */
  readonly batch: Operation<z.ZodArray<Request>, z.ZodArray<Reply>>;
  /** How many places of a batch a request takes; 1 unless given. */
  readonly sizeOf?: (request: z.input<Request>) => number;
}

/** A message of one replica of a process to all of them, without a reply. */
export interface Broadcast<Message extends z.ZodType = z.ZodType> {
  readonly subject: `${ProcessName}.v1.${string}`;
  readonly among: ProcessName;
  readonly message: Message;
}

export const operation = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Operation<Request, Reply>,
): Operation<Request, Reply> => definition;

export const batchedOperation = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Omit<BatchedOperation<Request, Reply>, 'batch'>,
): BatchedOperation<Request, Reply> => {
  const { subject, answeredBy, askedBy, request, reply } = definition;
  return { ...definition, batch: { subject, answeredBy, askedBy, request: z.array(request), reply: z.array(reply) } };
};

export const broadcast = <Message extends z.ZodType>(definition: Broadcast<Message>): Broadcast<Message> => definition;
