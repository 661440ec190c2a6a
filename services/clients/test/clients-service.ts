import {
  fenceReference,
  readClientAccounts,
  renameReference,
  renameReferences,
  voidFence,
} from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { connectPostgres } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import { makeLogger } from '@representa/telemetry';
import {
  clientAccount,
  fenceReply,
  type ServiceStack,
  startServiceStack,
  testSecret,
  until,
} from '@representa/testing';
import { makeApp } from '../src/app.ts';

/** The clients service on real servers, and sales as far as clients can see it. */
export interface ClientsService {
  app: App;
  stack: ServiceStack;
  /** What sales would answer and what it was told. */
  sales: {
    inUse: Map<string, number>;
    names: Map<string, string>;
    /** It fails when it is told a name. */
    refusesNames: boolean;
    /** It fails whenever it is told the name of one of these. */
    refused: Set<string>;
    voided: string[];
    accounts: Map<string, Parameters<typeof clientAccount>[0]>;
    /** It answers for one client less than it was asked about. */
    forgetsAccount: boolean;
    /** How many clients each question about accounts named. */
    asked: number[];
    messaging: Messaging;
  };
  stop(): Promise<void>;
}

const log = makeLogger('test', 'silent');

const connectSales = (stack: ServiceStack): ClientsService['sales'] => {
  const sales = {
    inUse: new Map<string, number>(),
    names: new Map<string, string>(),
    refusesNames: false,
    refused: new Set<string>(),
    voided: [] as string[],
    accounts: new Map<string, Parameters<typeof clientAccount>[0]>(),
    forgetsAccount: false,
    asked: [] as number[],
    messaging: connectMessaging({ url: stack.natsUrl('sales'), process: 'sales', log }),
  };
  sales.messaging.answer(fenceReference, async ({ id }) => fenceReply(sales.inUse.get(id) ?? 0));
  sales.messaging.answer(readClientAccounts, async ({ ids }) => {
    sales.asked.push(ids.length);
    const known = sales.forgetsAccount ? ids.slice(1) : ids;
    return known.map((id) => clientAccount(sales.accounts.get(id)));
  });
  sales.messaging.answer(voidFence, async ({ id }) => {
    sales.voided.push(id);
    return {};
  });
  const rename = ({ id, nome }: { id: string; nome: string }): void => {
    if (sales.refusesNames) throw new Error('sales has no database');
    if (sales.refused.has(id)) throw new Error('a bug in sales');
    sales.names.set(id, nome);
  };
  sales.messaging.answer(renameReference, async (renamed) => {
    rename(renamed);
    return {};
  });
  sales.messaging.answer(renameReferences, async (renamed) => {
    renamed.forEach(rename);
    return {};
  });
  sales.messaging.startAnswering();
  return sales;
};

/** One more replica of the service. */
export const startReplica = async (stack: ServiceStack, connections = 8, MAX_IN_FLIGHT = 512): Promise<App> => {
  const messaging = connectMessaging({ url: stack.natsUrl('clients'), process: 'clients', log });
  const database = connectPostgres({
    url: stack.databaseUrl('clients'),
    schema: 'clients',
    connections,
    statementTimeoutMs: 5_000,
  });
  const app = makeApp({
    config: { GATEWAY_SECRET: [testSecret], REQUEST_TIMEOUT_MS: 5_000, MAX_IN_FLIGHT },
    database,
    messaging,
    log,
  });
  await until('the service is ready', async () => (await app.inject('/readyz')).statusCode === 200);
  return app;
};

export const startClientsService = async (): Promise<ClientsService> => {
  const stack = await startServiceStack();
  const sales = connectSales(stack);
  const app = await startReplica(stack);
  await until('sales is connected', () => sales.messaging.connected);
  return {
    app,
    stack,
    sales,
    stop: async () => {
      await app.close();
      await sales.messaging.close();
      await stack.stop();
    },
  };
};
