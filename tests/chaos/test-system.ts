import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessName, ReferenceKind } from '@representa/contracts';
import { clientBody, productBody, representadaBody, saleBody, until } from '@representa/testing';
import postgres from 'postgres';
import { type Answer, isUncertain, makeApi, makeClient as makeTypedClient, type Question } from './api.ts';
import { type Company, createCompany } from './companies.ts';
import { checkDatabase, countPending } from './database-invariants.ts';
import { type Stack, startStack } from './stack.ts';
import { waitUntilSuspended } from './suspended.ts';

/** What the owner's table and the reference table of sales hold about one record. */
export interface RecordState {
  there: boolean;
  nome: string | null;
  delete_epoch: number | null;
  delete_pending: boolean | null;
  rename_pending: boolean | null;
  fence_epoch: number | null;
  voided_epoch: number | null;
  shown_nome: string | null;
}

export interface Owned {
  kind: ReferenceKind;
  id: string;
}

const ownerTable = { client: 'clients.client', representada: 'catalog.representada' } as const;

/** Repeats a request without a certain answer: a restarted process needs a moment until it answers. */
const untilAnswered = async (ask: () => Promise<Answer>): Promise<Answer> => {
  let answer = await ask();
  await until('a certain answer', async () => {
    if (isUncertain(answer.status)) answer = await ask();
    return !isUncertain(answer.status);
  });
  return answer;
};

const makeClient = (stack: Stack, company: Company) => {
  const api = makeApi();
  const ask = (question: Omit<Question, 'key'>): Promise<Answer> =>
    api.ask(stack.gateways[0] as string, { ...question, key: company.key });

  const client = makeTypedClient(stack.gateways[0] as string, company.key);

  /** Creates a record that a test needs. */
  const create = async (path: string, body: object): Promise<string> =>
    (await client.request('POST', `/api/v1${path}`, { body })).body.data.id;
  const pathOf = ({ kind, id }: Owned): string => `/${kind}s/${id}`;
  const sale = ({ client, representada }: Record<ReferenceKind, Owned>): object => saleBody(client.id, representada.id);
  return {
    ask,
    untilAnswered,
    close: () => api.close(),
    createOwned: async (kind: ReferenceKind): Promise<Owned> => ({
      kind,
      id: await create(`/${kind}s`, kind === 'client' ? clientBody() : representadaBody()),
    }),
    createSale: (parties: Record<ReferenceKind, Owned>) => create('/sales', sale(parties)),
    sell: (parties: Record<ReferenceKind, Owned>, idempotencyKey?: string) =>
      ask({ method: 'POST', path: '/sales', body: sale(parties), idempotencyKey }),
    remove: (owned: Owned) => ask({ method: 'DELETE', path: pathOf(owned) }),
    removeSale: (id: string) => ask({ method: 'DELETE', path: `/sales/${id}` }),
    rename: (owned: Owned, nome: string) => ask({ method: 'PUT', path: pathOf(owned), body: { nome } }),
    /** The record's name in its newest sale. */
    nameInList: async ({ kind, id }: Owned): Promise<string | undefined> => {
      const { body } = await client.GET('/api/v1/sales', { params: { query: { limit: 100 } } });
      const [idField, field] =
        kind === 'client'
          ? (['cliente_id', 'cliente_nome'] as const)
          : (['representada_id', 'representada_nome'] as const);
      return body.data.find((sale) => sale[idField] === id)?.[field];
    },
  };
};

/**
 * Deletes a representada while a transaction inserts a product of it. Catalog sees the product only after sales has set
 * the fence.
 */
const makeLateProduct =
  ({ admin, servers }: Stack, company: Company, remove: (owned: Owned) => Promise<Answer>) =>
  async (representada: Owned): Promise<Answer> => {
    const sql = postgres(servers.postgres.url, { max: 1, connection: { search_path: 'catalog, extensions' } });
    const { id, nome, preco } = productBody();
    try {
      const { removing } = await sql.begin(async (transaction) => {
        const [{ change }] = await transaction<[{ change: number }]>`
          insert into change_sequence as existing (empresa_id, last) values (${company.id}, 1)
            on conflict (empresa_id) do update set last = existing.last + 1 returning last::int as change`;
        await transaction`
          insert into product (empresa_id, id, nome, preco, ativo, representada_id, created_at, updated_at, change)
            values (${company.id}, ${id}, ${nome}, ${preco}, true, ${representada.id}, now(), now(), ${change})`;
        await transaction`
          insert into record_counter as existing (empresa_id, resource, total, active) values (${company.id}, 'product', 1, 1)
            on conflict (empresa_id, resource) do update set total = existing.total + 1, active = existing.active + 1`;
        await transaction`select audit(${company.id}, ${change}, '{}', 'criar', 'products', ${id}, null)`;
        let isAnswered = false;
        const removing = remove(representada).finally(() => {
          isAnswered = true;
        });
        // Answered already: it missed its deadline before it came to the product.
        await until('the delete waits for the product', async () => {
          const [waiting] = await admin`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '/* delete representada */%'`;
          return waiting !== undefined || isAnswered;
        });
        return { removing };
      });
      return await removing;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };

const makeReader = ({ admin }: Stack, company: Company) => ({
  stateOf: async ({ kind, id }: Owned): Promise<RecordState> => {
    const [state] = await admin<[RecordState]>`
      select owner.id is not null as there, owner.nome, delete_epoch, delete_pending, rename_pending,
        fence_epoch, voided_epoch, shown.nome as shown_nome
      from (select ${company.id}::uuid as empresa_id, ${id}::uuid as id) address
      left join ${admin(ownerTable[kind])} owner using (empresa_id, id)
      left join sales.reference shown using (empresa_id, id)`;
    return state;
  },
  salesOf: async ({ kind, id }: Owned): Promise<number> => {
    const column = kind === 'client' ? 'cliente_id' : 'representada_id';
    const [{ count }] = await admin<[{ count: number }]>`
      select count(*) from sales.sale where empresa_id = ${company.id} and ${admin(column)} = ${id}`;
    return count;
  },
  nothingPending: () => until('nothing pending', async () => (await countPending(admin)) === 0, 20_000),
  violations: () => checkDatabase(admin),
});

/** A running system whose processes a test can stop at fault points, and a client for it. */
export const startTestSystem = async (replicas: Record<ProcessName, number>) => {
  const stack = await startStack({ replicas });
  const company = await createCompany(stack.servers, 'Empresa');
  const client = makeClient(stack, company);
  return {
    stack,
    company,
    ...client,
    ...makeReader(stack, company),
    removeWhileProductAppears: makeLateProduct(stack, company, client.remove),
    arm: (label: string, faultPoint: string) => stack.replica(label).arm(faultPoint),
    /** Waits until the armed process has reached its fault point, where it is dead or suspended. */
    reachesPoint: (label: string, signal: 'SIGKILL' | 'SIGSTOP', withinMs = 50): Promise<boolean> =>
      signal === 'SIGSTOP' ? waitUntilSuspended(stack.part(label).pid(), withinMs) : isDead(stack, label, withinMs),
    close: async () => {
      await client.close();
      await stack.stop();
    },
  };
};

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>;

const isDead = async (stack: Stack, label: string, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs;
  while (stack.part(label).pid() !== undefined && performance.now() < deadline) await pause(5);
  return stack.part(label).pid() === undefined;
};
