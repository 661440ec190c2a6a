import {
  describeRepresentada,
  findClient,
  findEmpresa,
  findRepresentada,
  readClientStates,
  readProductNames,
} from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { RequestCall } from '@representa/service-kit';
import type { z } from 'zod';

type Found<Reply extends z.ZodType> = { id: string } & NonNullable<z.output<Reply>>;

type FoundClient = Found<typeof findClient.reply>;
/** With the rule and the rates of its commissions. */
export type FoundRepresentada = Found<typeof findRepresentada.reply>;
/** A record of another service as sales needs it: to check it, and to show its name. */
export type FoundReference = Pick<FoundClient, 'id' | 'nome' | 'revision'>;

/** What sales asks other services. */
export const makeQuestions = (messaging: Messaging) => ({
  findClient: async (call: RequestCall, id: string): Promise<FoundClient | undefined> => {
    const client = await messaging.ask(findClient, { empresa_id: call.empresa_id, id }, call);
    return client ? { id, ...client } : undefined;
  },

  /** In the order of the ids, of which there may be `maxIds`. Null for a client that does not exist. */
  readClientStates: (call: RequestCall, ids: string[]): Promise<(string | null)[]> =>
    messaging.ask(readClientStates, { empresa_id: call.empresa_id, ids }, call),

  /** In the order of the ids, of which there may be `maxIds`. Null for a product that does not exist. */
  readProductNames: (call: RequestCall, ids: string[]): Promise<(string | null)[]> =>
    messaging.ask(readProductNames, { empresa_id: call.empresa_id, ids }, call),

  /** The company's own name. */
  findEmpresa: async (call: RequestCall): Promise<string> =>
    (await messaging.ask(findEmpresa, { empresa_id: call.empresa_id }, call))?.nome ?? '',

  /** Undefined when there is no such representada. */
  describeRepresentada: async (call: RequestCall, id: string) =>
    (await messaging.ask(describeRepresentada, { empresa_id: call.empresa_id, id }, call)) ?? undefined,

  findRepresentada: async (
    call: RequestCall,
    id: string,
    produtos: readonly string[] = [],
  ): Promise<FoundRepresentada | undefined> => {
    const question = { empresa_id: call.empresa_id, id, produtos: [...new Set(produtos)] };
    const representada = await messaging.ask(findRepresentada, question, call);
    return representada ? { id, ...representada } : undefined;
  },
});

export type Questions = ReturnType<typeof makeQuestions>;
