import { randomUUID } from 'node:crypto';
import {
  callWithin,
  countRepresentadaSales,
  describeRepresentada,
  findClient,
  findEmpresa,
  findRepresentada,
  type RecordAddress,
  readClientStates,
  readProductNames,
} from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { connectPostgres } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import { makeLogger } from '@representa/telemetry';
import {
  asEmpresa,
  describedRepresentada,
  foundClient,
  foundEmpresa,
  foundRepresentada,
  type ServiceStack,
  startServiceStack,
  testSecret,
  until,
} from '@representa/testing';
import { makeApp } from '../src/app.ts';

/** What a test says about a client or a representada; the doubles answer the rest. */
type Owned = Parameters<typeof foundClient>[0] & Parameters<typeof foundRepresentada>[0] & { estado?: string };

/** The sales service on real servers, and its two neighbours as far as sales can see them: who exists, by which name. */
export interface SalesService {
  app: App;
  stack: ServiceStack;
  /** Speak to sales as the owners do. */
  clients: Messaging;
  catalog: Messaging;
  gateway: Messaging;
  /** Keyed by company and id. */
  existing: Map<string, Owned>;
  /** A client or a representada that a company has from now on, or has with other values; returns its id. */
  own(empresa: string, record?: Owned, id?: string): string;
  /** How often sales asked about a record, by id. */
  asked: Map<string, number>;
  now: { value: Date };
  /** Creates a sale that a test needs, and returns its id. */
  createSale(empresa: string, body: object): Promise<string>;
  stop(): Promise<void>;
}

const log = makeLogger('test', 'silent');

export const startSalesService = async (timeoutMs = 5_000): Promise<SalesService> => {
  const stack = await startServiceStack();
  const existing = new Map<string, Owned>();
  const asked = new Map<string, number>();
  const now = { value: new Date() };
  const connect = (process: 'sales' | 'clients' | 'catalog' | 'gateway') =>
    connectMessaging({ url: stack.natsUrl(process), process, log });

  const [clients, catalog, messaging] = [connect('clients'), connect('catalog'), connect('sales')];
  const gateway = connect('gateway');
  gateway.answer(findEmpresa, async () => foundEmpresa());
  const own: SalesService['own'] = (empresa, record = {}, id = randomUUID()) => {
    existing.set(`${empresa} ${id}`, record);
    return id;
  };
  const lookUp = ({ empresa_id, id }: RecordAddress): Owned | null => {
    asked.set(id, (asked.get(id) ?? 0) + 1);
    return existing.get(`${empresa_id} ${id.toLowerCase()}`) ?? null;
  };
  clients.answerBatch(findClient, async (addresses) =>
    addresses.map(lookUp).map((found) => found && foundClient(found)),
  );
  clients.answer(readClientStates, async ({ empresa_id, ids }) =>
    ids.map((id) => lookUp({ empresa_id, id })?.estado ?? null),
  );
  catalog.answer(describeRepresentada, async (address) => {
    const found = lookUp(address);
    return found && describedRepresentada({ nome: found.nome ?? 'Indústria' });
  });
  catalog.answer(readProductNames, async ({ empresa_id, ids }) =>
    ids.map((id) => existing.get(`${empresa_id} ${id}`)?.nome ?? null),
  );
  catalog.answerBatch(findRepresentada, async (addresses) =>
    addresses.map(lookUp).map((found) => found && foundRepresentada(found)),
  );
  for (const fake of [gateway, clients, catalog]) fake.startAnswering();

  const database = connectPostgres({
    url: stack.databaseUrl('sales'),
    schema: 'sales',
    connections: 8,
    statementTimeoutMs: timeoutMs,
  });
  const config = { GATEWAY_SECRET: [testSecret], REQUEST_TIMEOUT_MS: timeoutMs, MAX_IN_FLIGHT: 512 };
  const app = makeApp({ config, database, messaging, log, now: () => now.value });
  await app.ready();
  await until('all are connected', () => [clients, catalog, gateway, messaging].every(({ connected }) => connected));
  const nobody = { empresa_id: randomUUID(), id: randomUUID() };
  await until('its answers are subscribed', () =>
    catalog.ask(countRepresentadaSales, nobody, callWithin(1_000)).then(
      () => true,
      () => false,
    ),
  );

  /** A 503 is repeated, as callers do: on a busy machine a question over NATS may take longer than its second. */
  const createSale = async (empresa: string, payload: object): Promise<string> => {
    const headers = { ...asEmpresa(empresa), 'idempotency-key': randomUUID() };
    const send = () => app.inject({ method: 'POST', url: '/api/v1/sales', headers, payload });
    let answer = await send();
    await until('the sale is created', async () => {
      if (answer.statusCode === 503) answer = await send();
      return answer.statusCode !== 503;
    });
    if (answer.statusCode !== 201) throw new Error(`no sale was created: ${answer.body}`);
    return answer.json().data.id;
  };

  return {
    app,
    stack,
    clients,
    catalog,
    gateway,
    existing,
    own,
    asked,
    now,
    createSale,
    stop: async () => {
      await app.close();
      await Promise.all([clients.close(), catalog.close(), gateway.close()]);
      await stack.stop();
    },
  };
};
