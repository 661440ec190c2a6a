import type { Call } from '@representa/contracts';
import { type Database, DeadlinePassed, json, sql, Violation, wasRolledBack } from '@representa/postgres';
import { type Batch, makeBatcher } from '@representa/queues';
import { callerOf } from '@representa/records';
import type { RequestCall, Versioned } from '@representa/service-kit';
import { observeGauge } from '@representa/telemetry';
import type { FrozenRates } from '../commissions/freeze-rates.rules.ts';
import type { FoundReference, FoundRepresentada } from '../messaging/questions.ts';
import type { planNewSale } from './sale.rules.ts';
import { asStored } from './sale-items.ts';
import { externalIdTaken, pedidoTaken } from './sales.errors.ts';
import type { Sale } from './sales.schemas.ts';
import { fieldsInReais, storedEntries } from './write-sale.repository.ts';

/** So many items in all: a transaction stays short, however many sales are queued. */
const maxItens = 200;

/** A transaction needs about this long, with its wait for another replica's. */
const minTimeMs = 200;

/** A new sale as it was decided. */
interface PlannedSale extends ReturnType<typeof planNewSale> {
  pedido?: string | null | undefined;
  id_externo?: string | null | undefined;
  /** The year of the order code, should one be generated. */
  ano: number;
  frozen: FrozenRates;
  client: FoundReference;
  representada: FoundRepresentada;
}

/** As create_sales.sql reads it. */
const toCreate = (
  call: RequestCall,
  { sale, entries, pedido, id_externo, ano, frozen, client, representada }: PlannedSale,
) => {
  const fields = fieldsInReais(sale);
  return {
    ...fields,
    parcelas: fields.parcelas ?? undefined,
    entries: storedEntries(entries),
    cliente_id: client.id,
    representada_id: representada.id,
    itens: asStored(frozen),
    comissao_taxa: representada.comissao,
    ano,
    pedido,
    id_externo: id_externo ?? undefined,
    cliente_nome: client.nome,
    cliente_revision: client.revision,
    representada_nome: representada.nome,
    representada_revision: representada.revision,
    idempotency_key: call.idempotency?.key,
    caller: callerOf(call),
    fingerprint: call.idempotency && `\\x${call.idempotency.fingerprint.toString('hex')}`,
  };
};

interface QueuedSale {
  empresa_id: string;
  sale: ReturnType<typeof toCreate>;
}

/** The generated values, or why the sale was refused: a name of create_sales.sql. */
type Outcome =
  | (Pick<Sale, 'id' | 'pedido' | 'created_at'> & { refusal: null })
  | { id: null; pedido: null; created_at: null; refusal: string };

interface Failure {
  error: unknown;
}

/** What create_sales.sql says of a client or representada that is fenced: it is being deleted, or gone. */
const fenced = ['client_fenced', 'representada_fenced'];

/**
 * Sales of a company that arrive while its last transaction runs are created together in the next one. They would queue in the
 * database too, for the company's sequence of changes: so a busy company takes one connection instead of all. Companies never share
 * a transaction, so one company's lock cannot delay another; nor do years, because create_sales updates one counter row.
 */
export const makeCreateSales = (database: Database) => {
  const createBatch = async (call: Call, queued: readonly QueuedSale[]): Promise<Outcome[]> => {
    const { empresa_id } = queued[0] as QueuedSale;
    const sales = queued.map(({ sale }, i) => ({ ...sale, n: i + 1 }));
    return await database.within(
      call,
      sql<Outcome[]>`
        select id, pedido, created_at, refusal from create_sales(${empresa_id}, ${json(sales)}) order by n`,
    );
  };

  const createAlone = (call: Call, queued: QueuedSale): Promise<Outcome | Failure> =>
    createBatch(call, [queued]).then(
      ([outcome]) => outcome as Outcome,
      (error: unknown) => ({ error }),
    );

  const run = async ({ items, call }: Batch<QueuedSale>): Promise<readonly (Outcome | Failure)[]> => {
    try {
      return await createBatch(call, items);
    } catch (error) {
      // One sale's fault must not fail the others. Only a rollback proves that none of them was created.
      if (items.length === 1 || !wasRolledBack(error)) throw error;
    }
    const outcomes: (Outcome | Failure)[] = [];
    for (const queued of items) outcomes.push(await createAlone(call, queued));
    return outcomes;
  };

  const createInBatch = makeBatcher({
    run,
    maxSize: maxItens,
    sizeOf: ({ sale }) => sale.itens.length,
    minMs: minTimeMs,
    expired: () => new DeadlinePassed('earlier sales of the company took too long'),
  });
  observeGauge('sales.waiting', createInBatch.waiting);

  /** Undefined when the client or the representada is being deleted, or gone. */
  return async (call: RequestCall, planned: PlannedSale): Promise<(Sale & Versioned) | undefined> => {
    const { empresa_id } = call;
    const sale = toCreate(call, planned);
    const outcome = await createInBatch(`${empresa_id} ${sale.ano}`, call, { empresa_id, sale });
    if ('error' in outcome) throw outcome.error;
    if (outcome.refusal !== null) {
      if (fenced.includes(outcome.refusal)) return undefined;
      if (outcome.refusal === 'sale_pedido_key') throw pedidoTaken();
      if (outcome.refusal === 'sale_id_externo_key') throw externalIdTaken();
      // kept_answer_*: see create-once.ts.
      throw new Violation(outcome.refusal);
    }
    const { id, pedido, created_at } = outcome;
    const { data, cliente_id, representada_id, status, valor_total, itens, parcelas, id_externo } = sale;
    const record = {
      data,
      cliente_id,
      representada_id,
      status,
      valor_total,
      itens,
      ...(parcelas && { parcelas: [...parcelas] }),
      ...(id_externo !== undefined && { id_externo }),
    };
    return { ...record, id, pedido, created_at, version: 1 };
  };
};

export type CreateSales = ReturnType<typeof makeCreateSales>;
