import { asChange, type Change, nextEntries } from '@representa/changes';
import type { Call } from '@representa/contracts';
import {
  type Database,
  type Listing,
  literal,
  readListing,
  translateViolations,
  Violation,
} from '@representa/postgres';
import {
  acceptedVersions,
  type EmpresaCall,
  offsetOf,
  type Page,
  type Versioned,
  versionConflict,
} from '@representa/service-kit';
import { type FrozenRates, freezeRates } from '../commissions/freeze-rates.ts';
import type { FoundReference, FoundRepresentada } from '../references/references.ts';
import { batchSales } from './batch-sales.ts';
import {
  clientNotFoundOrInactive,
  instalmentsDiffer,
  pedidoTaken,
  representadaNotFound,
  saleCommissionPaid,
  saleReceived,
} from './sales.errors.ts';
import type {
  FullSale,
  Instalment,
  NewSale,
  Sale,
  SaleChange,
  SaleChanges,
  SaleItem,
  SaleSummary,
  UpdatedSale,
} from './sales.schemas.ts';
import { isInvoiced, isPaid } from './status.ts';

/** A sale whose references were found. */
export interface CheckedSale extends Omit<NewSale, 'data'> {
  data: string;
  /** The year of the order code, should one be generated. */
  ano: number;
  client: FoundReference;
  representada: FoundRepresentada;
}

/** A change that was decided on. */
export interface CheckedChanges extends SaleChanges {
  /** The company's date. */
  hoje: string;
  /** Of new items. */
  frozen?: FrozenRates | undefined;
}

/** What the rates of new items depend on. */
export interface FrozenRule {
  representada_id: string;
  comissao_taxa: number;
  /** The rates that the sale's products have in it. */
  comissoes: Record<string, number>;
}

/** When a status says that the order is invoiced or paid, it is since a day. */
const milestones = (status: string | undefined, data: string) => ({
  ...(status !== undefined && isPaid(status) && { pago_em: data }),
  ...(status !== undefined && isInvoiced(status) && { faturada_em: data }),
});

/** As create_sales.sql reads it. */
interface SaleToCreate
  extends Pick<Sale, 'data' | 'cliente_id' | 'representada_id' | 'status' | 'valor_total' | 'itens'> {
  ano: number;
  pedido: string | null | undefined;
  cliente_nome: string;
  cliente_revision: number;
  representada_nome: string;
  representada_revision: number;
  comissao_quando: string;
  comissao_dia: number;
  comissao_taxa: number;
  comissao_percentual: number;
  comissao: number;
  parcelas?: Instalment[];
  pago_em?: string;
  faturada_em?: string;
  key: string | undefined;
  fingerprint: string | undefined;
}

/** The generated values, or the constraint that the sale would break. */
type Outcome = Pick<Sale, 'id' | 'pedido' | 'created_at'> & { refusal: string | null };

/** Of a sale joined with its items, which have a `valor_total` too. */
type ItemColumns = { [Name in keyof SaleItem as `item_${Name}`]: SaleItem[Name] };

const refusals: Record<string, () => Error> = {
  sale_pedido_key: pedidoTaken,
  sale_client_fkey: clientNotFoundOrInactive,
  sale_representada_fkey: representadaNotFound,
  sale_received: saleReceived,
  sale_instalments: instalmentsDiffer,
  sale_commission_paid: saleCommissionPaid,
};

/** With the rate that is frozen in the sale. */
const asStored = (itens: NewSale['itens'], { rates }: FrozenRates): (SaleItem & { comissao: number })[] =>
  itens.map(({ produtoId, quantidade, valorUnitario, valorTotal }, i) => ({
    produto_id: produtoId,
    quantidade,
    valor_unitario: valorUnitario,
    valor_total: valorTotal,
    comissao: rates[i] ?? 0,
  }));

const withItems = <Row extends ItemColumns>(rows: readonly Row[]): (Row & { itens: SaleItem[] }) | undefined => {
  const [sale] = rows;
  const itens = rows.map((row) => ({
    produto_id: row.item_produto_id,
    quantidade: row.item_quantidade,
    valor_unitario: row.item_valor_unitario,
    valor_total: row.item_valor_total,
  }));
  return sale && { ...sale, itens };
};

/** The contract knows no instalments: only a sale that has some shows them. */
const shown = <Row extends object>(sale: Row): Row => {
  const { parcelas, ...others } = sale as { parcelas?: unknown };
  return parcelas ? sale : (others as Row);
};

export const makeSalesRepository = (sql: Database) => {
  const itemColumns = sql`
    produto_id as item_produto_id, quantidade as item_quantidade, valor_unitario as item_valor_unitario,
    item.valor_total as item_valor_total`;
  const createBatch = async (call: Call, empresa_id: string, sales: readonly SaleToCreate[]): Promise<Outcome[]> => {
    const numbered = JSON.stringify(sales.map((sale, i) => ({ ...sale, n: i + 1 })));
    const outcomes = await sql.within(
      call,
      sql<(Outcome & { n: number })[]>`
        select n, id, pedido, created_at, refusal from create_sales(${empresa_id}, ${numbered}::text::json)`,
    );
    return [...outcomes].sort((a, b) => a.n - b.n);
  };
  const createInBatch = batchSales(createBatch);

  return {
    create: async (call: EmpresaCall, sale: CheckedSale): Promise<Sale & Versioned> => {
      const { ano, client, representada, pedido, data, status, valorTotal: valor_total } = sale;
      const frozen = freezeRates(sale.itens, representada);
      const itens = asStored(sale.itens, frozen);
      const record = { data, cliente_id: client.id, representada_id: representada.id, status, valor_total, itens };
      const instalments = sale.parcelas ? { parcelas: sale.parcelas } : {};
      const outcome = await createInBatch(call, call.empresa_id, {
        ...record,
        ...instalments,
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
        fingerprint: call.idempotency && `\\x${call.idempotency.fingerprint.toString('hex')}`,
      });
      if ('error' in outcome) throw outcome.error;
      const { refusal, ...generated } = outcome;
      if (refusal !== null) throw refusals[refusal]?.() ?? new Violation(refusal);
      return { ...record, ...instalments, ...generated, version: 1 };
    },

    list: (call: EmpresaCall, page: Page): Promise<Listing<SaleSummary>> =>
      readListing(sql, call, {
        counted: sql`
          select coalesce(sum(total), 0)::bigint as total from sale_counter where empresa_id = ${call.empresa_id}`,
        page: pageOfSales(call, page),
        order: sql`id desc`,
        isPrepared: page.page === 1,
      }),

    /** With its items, in their order: one row for each. */
    read: async (call: EmpresaCall, id: string): Promise<(FullSale & Versioned) | undefined> => {
      const found = withItems(
        await sql.within(
          call,
          sql<(Omit<FullSale, 'itens'> & Versioned & ItemColumns)[]>`
            select sale.id, pedido, data, cliente_id, ${nameOf(call, 'cliente_id')} as cliente_nome, representada_id,
              ${nameOf(call, 'representada_id')} as representada_nome, status, sale.valor_total, created_at, updated_at,
              version, parcelas, ${itemColumns}
            from sale ${joinItems(call, id)}
            where empresa_id = ${call.empresa_id} and id = ${id}
            order by posicao`,
        ),
      );
      return found && shown(found);
    },

    /** Without names: they belong to other records, and renaming one changes no sale. */
    changes: async (call: EmpresaCall, after: number, limit: number): Promise<Change<UpdatedSale>[]> => {
      const rows = await sql.within(
        call,
        sql<(Omit<Change<never>, 'registro'> & Omit<UpdatedSale, 'itens'> & ItemColumns)[]>`
          select sale.*, ${itemColumns}, entry.change, tipo, entry.id, alterado_em
          from ${nextEntries(sql, 'sale', call, after, limit)}
          left join lateral (
            select id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, parcelas
            from sale where empresa_id = ${call.empresa_id} and id = entry.id::uuid and tipo = 'alterado' offset 0
          ) sale on true
          left join lateral (
            select posicao, produto_id, quantidade, valor_unitario, valor_total from sale_item
            where empresa_id = ${call.empresa_id} and sale_id = sale.id offset 0
          ) item on true
          order by entry.change, posicao`,
      );
      const places = [...new Set(rows.map(({ change }) => change))];
      return places.map((place) => {
        const ofOne = rows.filter(({ change }) => change === place);
        return asChange(shown(withItems(ofOne) as (typeof ofOne)[number] & UpdatedSale));
      });
    },

    /** What an update is decided on. */
    readStatus: async (call: EmpresaCall, id: string): Promise<({ status: string } & Versioned) | undefined> => {
      const [found] = await sql.within(
        call,
        sql<({ status: string } & Versioned)[]>`
          select status, version from sale where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found;
    },

    readFrozenRule: async (call: EmpresaCall, id: string): Promise<FrozenRule | undefined> => {
      const [rule] = await sql.within(
        call,
        sql<FrozenRule[]>`
          select representada_id, comissao_taxa, (
            select json_object_agg(produto_id, comissao) from sale_item
            where empresa_id = ${call.empresa_id} and sale_id = ${id}
          ) as comissoes
          from sale where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return rule;
    },

    /** Undefined when the sale no longer has the version on which the change was decided. */
    update: async (
      call: EmpresaCall,
      id: string,
      version: number,
      { itens, valorTotal, motivo, hoje, frozen, ...changes }: CheckedChanges,
    ): Promise<(UpdatedSale & Versioned) | undefined> => {
      const fields = JSON.stringify({
        ...changes,
        ...milestones(changes.status, hoje),
        valor_total: valorTotal,
        comissao: frozen?.comissao,
        comissao_percentual: frozen?.comissao_percentual,
      });
      const items = itens && frozen && asStored(itens, frozen);
      const updated = withItems(
        await translateViolations(
          refusals,
          sql.within(
            call,
            sql<(Omit<UpdatedSale, 'itens'> & Versioned & ItemColumns)[]>`
              select sale.id, pedido, data, cliente_id, representada_id, status, sale.valor_total, created_at, updated_at,
                version, parcelas, ${itemColumns}
              from update_sale(
                ${call.empresa_id}, ${id}, ${version}, ${fields}::text::jsonb, ${items ? JSON.stringify(items) : null}::text::json,
                ${call.key.id || null}, ${call.key.prefix || null}, ${motivo ?? null}
              ) sale ${joinItems(call, id)}
              order by posicao`,
          ),
        ),
      );
      // The statement still sees the items as they were before it.
      return updated && shown({ ...updated, itens: items ?? updated.itens });
    },

    /** The newest first. */
    history: async (call: EmpresaCall, id: string): Promise<SaleChange[]> => {
      const rows = await sql.within(
        call,
        sql<(Omit<SaleChange, 'chave'> & { chave_id: string | null; chave_prefixo: string | null })[]>`
          select version as versao, alterado_em, chave_id, chave_prefixo, de, para, motivo from sale_history
          where empresa_id = ${call.empresa_id} and sale_id = ${id} order by version desc limit 1000`,
      );
      return rows.map(({ chave_id, chave_prefixo, ...change }) => ({
        ...change,
        chave: { id: chave_id ?? '', prefixo: chave_prefixo ?? '' },
      }));
    },

    /** Its items are deleted with it. */
    remove: async (call: EmpresaCall, id: string): Promise<boolean> => {
      const [{ removed }] = await translateViolations(
        { ...refusals, ...versionConflict },
        sql.within(
          call,
          sql<[{ removed: boolean }]>`
            select delete_sale(${call.empresa_id}, ${id}, ${acceptedVersions(call)}::int[]) as removed`,
        ),
      );
      return removed;
    },
  };

  function nameOf({ empresa_id }: EmpresaCall, column: 'cliente_id' | 'representada_id') {
    return sql`(select nome from reference where empresa_id = ${empresa_id} and id = ${sql(column)})`;
  }

  function joinItems({ empresa_id }: EmpresaCall, id: string) {
    return sql`
      cross join lateral (
        select posicao, produto_id, quantidade, valor_unitario, valor_total from sale_item
        where empresa_id = ${empresa_id} and sale_id = ${id} offset 0
      ) item`;
  }

  /** Walks the primary key from the newest sale of the page on. Each name is one lookup by primary key. */
  function pageOfSales(call: EmpresaCall, page: Page) {
    const { empresa_id } = call;
    const offset = offsetOf(page);
    // Skips index entries only.
    const newest = sql`
      select id from sale where empresa_id = ${empresa_id} order by id desc limit 1 offset ${literal(sql, offset)}`;
    return sql`
      select id, pedido, data, cliente_id,
        ${nameOf(call, 'cliente_id')} as cliente_nome, representada_id,
        ${nameOf(call, 'representada_id')} as representada_nome,
        status, valor_total, created_at, updated_at
      from sale
      where empresa_id = ${empresa_id} ${offset === 0 ? sql`` : sql`and id <= (${newest})`}
      order by id desc limit ${literal(sql, page.limit)}`;
  }
};

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
