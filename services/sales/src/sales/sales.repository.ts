import { callerOf } from '@representa/audit';
import type { Call } from '@representa/contracts';
import { type Database, json, jsonb, sql, translated, Violation, withErrors } from '@representa/postgres';
import { acceptedVersions, type EmpresaCall, type Versioned, versionConflict } from '@representa/service-kit';
import { freezeRates } from '../commissions/freeze-rates.ts';
import type { FoundReference, FoundRepresentada } from '../messaging/questions.ts';
import { nameOf } from '../references/name-of.ts';
import { batchSales } from './batch-sales.ts';
import {
  asStored,
  type ItemColumns,
  itemAndInstalmentColumns,
  itemsOf,
  withItems,
  withoutNullInstalments,
} from './sale-items.ts';
import { pedidoTaken, saleCommissionPaid } from './sales.errors.ts';
import type { FullSale, NewSale, Sale } from './sales.schemas.ts';
import { makeSalesList } from './sales-list.repository.ts';
import { milestones } from './status.ts';

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
  return {
    data,
    cliente_id: client.id,
    representada_id: representada.id,
    status,
    valor_total: valorTotal,
    itens: asStored(itens, frozen),
    ...(parcelas && { parcelas }),
    ...milestones(status, data),
    comissao_quando: representada.comissao_quando,
    comissao_dia: representada.comissao_dia,
    comissao_taxa: representada.comissao,
    comissao_percentual: frozen.comissao_percentual,
    comissao: frozen.comissao,
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

type SaleToCreate = ReturnType<typeof toCreate>;

/** The generated values, or the constraint that the sale would break. */
type Outcome =
  | (Pick<Sale, 'id' | 'pedido' | 'created_at'> & { refusal: null })
  | { id: null; pedido: null; created_at: null; refusal: string };

/** A client or representada that is fenced: it is being deleted, or gone. */
const fenced = ['sale_client_fkey', 'sale_representada_fkey'];

const refusals: Record<string, () => Error> = {
  sale_pedido_key: pedidoTaken,
  sale_commission_paid: saleCommissionPaid,
};

export const makeSalesRepository = (database: Database) => {
  const write = withErrors(database.within, { ...refusals, ...versionConflict });

  const createBatch = async (call: Call, empresa_id: string, sales: readonly SaleToCreate[]): Promise<Outcome[]> => {
    const numbered = sales.map((sale, i) => ({ ...sale, n: i + 1 }));
    return await database.within(
      { ...call, empresa_id },
      sql<Outcome[]>`
        select id, pedido, created_at, refusal from create_sales(${empresa_id}, ${json(numbered)}) order by n`,
    );
  };
  const createInBatch = batchSales(createBatch);

  return {
    /** Undefined when the client or the representada is being deleted, or gone. */
    create: async (call: EmpresaCall, sale: CheckedSale): Promise<(Sale & Versioned) | undefined> => {
      const asked = toCreate(call, sale);
      const outcome = await createInBatch(call, call.empresa_id, asked);
      if ('error' in outcome) throw outcome.error;
      if (outcome.refusal !== null) {
        if (fenced.includes(outcome.refusal)) return undefined;
        throw translated(refusals, new Violation(outcome.refusal));
      }
      const { id, pedido, created_at } = outcome;
      const { data, cliente_id, representada_id, status, valor_total, itens, parcelas } = asked;
      const record = { data, cliente_id, representada_id, status, valor_total, itens, ...(parcelas && { parcelas }) };
      return { ...record, id, pedido, created_at, version: 1 };
    },

    list: makeSalesList(database),

    /** With its items, in their order: one row for each. */
    read: async (call: EmpresaCall, id: string): Promise<(FullSale & Versioned) | undefined> => {
      const found = withItems(
        await database.within(
          call,
          sql<(Omit<FullSale, 'itens'> & Versioned & ItemColumns)[]>`
            select sale.id, pedido, data, cliente_id, cliente_nome, representada_id, representada_nome, status,
              sale.valor_total, created_at, updated_at, version, ${itemAndInstalmentColumns}
            from (
              -- Apart from the items, so that the names are looked up once.
              select *, ${nameOf(call, sql`cliente_id`)} as cliente_nome,
                ${nameOf(call, sql`representada_id`)} as representada_nome
              from sale where empresa_id = ${call.empresa_id} and id = ${id} offset 0
            ) sale
            cross join lateral ${itemsOf(call, sql`sale.id`)}
            order by posicao`,
        ),
      );
      return found && withoutNullInstalments(found);
    },

    /** Its items are deleted with it. */
    remove: async (call: EmpresaCall, id: string): Promise<boolean> => {
      const [{ removed }] = await write(
        call,
        sql<[{ removed: boolean }]>`
          select delete_sale(
            ${call.empresa_id}, ${id}, ${acceptedVersions(call)}::int[], ${jsonb(callerOf(call))}
          ) as removed`,
      );
      return removed;
    },
  };
};

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
