import type { Call } from '@representa/contracts';
import { type Database, DeadlinePassed, json, sql, translated, Violation, wasRolledBack } from '@representa/postgres';
import { type Batch, makeBatcher } from '@representa/queues';
import { callerOf } from '@representa/records';
import type { EmpresaCall, Versioned } from '@representa/service-kit';
import { observeGauge } from '@representa/telemetry';
import { freezeRates } from '../commissions/freeze-rates.ts';
import type { FoundReference, FoundRepresentada } from '../messaging/questions.ts';
import { inCents, toCents } from '../money.ts';
import { createSale } from './sale.rules.ts';
import { asStored } from './sale-items.ts';
import { pedidoTaken } from './sales.errors.ts';
import type { NewSale, Sale } from './sales.schemas.ts';
import { storedEntries, storedFields } from './write-sale.repository.ts';

/** So many items in all: a transaction stays short, however many sales are queued. */
const maxItens = 200;

/** A transaction needs about this long, with its wait for another replica's. */
const minTimeMs = 200;

/** A sale whose references were found. */
interface CheckedSale extends Omit<NewSale, 'data'> {
  data: string;
  /** The year of the order code, should one be generated. */
  ano: number;
  client: FoundReference;
  representada: FoundRepresentada;
}

/** As create_sales.sql reads it. */
const toCreate = (call: EmpresaCall, sale: CheckedSale) => {
  const { ano, client, representada, pedido, data, status, valorTotal, itens, parcelas } = sale;
  const frozen = freezeRates(itens, representada);
  const { sale: sold, entries } = createSale({
    data,
    status,
    valor_total: toCents(valorTotal),
    parcelas: parcelas?.map((one) => inCents(one, 'valor')) ?? null,
    comissao: toCents(frozen.comissao),
    comissao_percentual: frozen.comissao_percentual,
    comissao_quando: representada.comissao_quando,
    comissao_dia: representada.comissao_dia,
  });
  return {
    ...storedFields(sold),
    parcelas: parcelas ?? undefined,
    entries: storedEntries(entries),
    cliente_id: client.id,
    representada_id: representada.id,
    itens: asStored(frozen),
    comissao_taxa: representada.comissao,
    ano,
    pedido,
    cliente_nome: client.nome,
    cliente_revision: client.revision,
    representada_nome: representada.nome,
    representada_revision: representada.revision,
    key: call.idempotency?.key,
    caller: callerOf(call),
    fingerprint: call.idempotency && `\\x${call.idempotency.fingerprint.toString('hex')}`,
  };
};

interface Asked {
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
export const makeInsertSale = (database: Database) => {
  const createTogether = async (call: Call, asked: readonly Asked[]): Promise<Outcome[]> => {
    const { empresa_id } = asked[0] as Asked;
    const sales = asked.map(({ sale }, i) => ({ ...sale, n: i + 1 }));
    return await database.within(
      call,
      sql<Outcome[]>`
        select id, pedido, created_at, refusal from create_sales(${empresa_id}, ${json(sales)}) order by n`,
    );
  };

  const createAlone = (call: Call, asked: Asked): Promise<Outcome | Failure> =>
    createTogether(call, [asked]).then(
      ([outcome]) => outcome as Outcome,
      (error: unknown) => ({ error }),
    );

  const run = async ({ items, call }: Batch<Asked>): Promise<readonly (Outcome | Failure)[]> => {
    try {
      return await createTogether(call, items);
    } catch (error) {
      // One sale's fault must not fail the others. Only a rollback proves that none of them was created.
      if (items.length === 1 || !wasRolledBack(error)) throw error;
    }
    const outcomes: (Outcome | Failure)[] = [];
    for (const asked of items) outcomes.push(await createAlone(call, asked));
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
  return async (call: EmpresaCall, checked: CheckedSale): Promise<(Sale & Versioned) | undefined> => {
    const { empresa_id } = call;
    const sale = toCreate(call, checked);
    const outcome = await createInBatch(`${empresa_id} ${sale.ano}`, call, { empresa_id, sale });
    if ('error' in outcome) throw outcome.error;
    if (outcome.refusal !== null) {
      if (fenced.includes(outcome.refusal)) return undefined;
      throw translated({ sale_pedido_key: pedidoTaken }, new Violation(outcome.refusal));
    }
    const { id, pedido, created_at } = outcome;
    const { data, cliente_id, representada_id, status, valor_total, itens, parcelas } = sale;
    const record = { data, cliente_id, representada_id, status, valor_total, itens, ...(parcelas && { parcelas }) };
    return { ...record, id, pedido, created_at, version: 1 };
  };
};
