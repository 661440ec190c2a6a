import {
  arrayLiteral,
  type Database,
  type Fragment,
  json,
  jsonb,
  sql,
  violates,
  withErrors,
} from '@representa/postgres';
import { callerOf, writeRecord } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import type { Entry, Received } from '../commissions/commission.rules.ts';
import { inReais } from '../money.ts';
import type { Decision, SaleFields } from './sale.rules.ts';
import { type asStored, itemsAsJson } from './sale-items.ts';
import { makeSaleStates, type Reading, type StoredState } from './sale-state.repository.ts';
import { externalIdTaken, pedidoTaken } from './sales.errors.ts';
import { historyFields } from './sales.schemas.ts';

/** A decision, and how its write is called in the audit and in logs. */
interface DecidedWrite {
  decision: Decision;
  name: string;
  operation: 'criar' | 'alterar' | 'excluir';
  resource: 'sales' | 'receipts';
  /** Of the audited record; the sale's unless given. */
  auditedId?: Fragment;
  /** New items instead of all. */
  items?: ReturnType<typeof asStored> | undefined;
  /** Of the answer, over the written `sale`. */
  columns: Fragment;
}

/** Entries as `sale_entries` (ledger.sql) reads them. */
export const storedEntries = (entries: readonly Entry[]) =>
  entries.map((entry) => inReais(entry, 'base', 'prevista', 'devida'));

/** What a receipt covered, in reais. */
export const storedCover = (covered: readonly Received[]) => covered.map((one) => inReais(one, 'valor', 'comissao'));

/** Its columns. Amounts are reais here, despite the type. */
export const fieldsInReais = <Fields extends Partial<SaleFields>>(sale: Fields): Fields => {
  const parcelas = sale.parcelas?.map((one) => inReais(one, 'valor'));
  return inReais({ ...sale, ...(parcelas && { parcelas }) }, 'valor_total', 'recebido', 'comissao');
};

/** A sale as its update shows it. */
export const updatedColumns = (call: RequestCall, id: string, items: DecidedWrite['items']): Fragment => sql`
  written.id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, version, parcelas, id_externo,
  -- Items that are not replaced are as they were before the statement: another change of them would raise the version.
  ${items ? sql`null::json` : itemsAsJson(call, id)} as itens`;

/** As write_sale.sql reads it. `de` and `para`: the changed fields for the history, before and after. */
const storedDecision = (
  before: SaleFields,
  { sale, entries, receipt, ...others }: Decision,
  changed: readonly (keyof SaleFields)[],
) => {
  const [old, fresh] = [fieldsInReais(before), fieldsInReais(sale)];
  const pick = (fields: Partial<SaleFields>) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return {
    ...others,
    sale: fresh,
    de: pick(old),
    para: pick(fresh),
    entries: storedEntries(entries),
    receipt: receipt && { ...receipt, covered: storedCover(receipt.covered) },
  };
};

/**
 * Reads a sale, decides, and writes what was decided. When the sale has changed in between, decides again on the new one, until the
 * deadline of the call. Undefined when there is no such sale.
 */
export const makeWriteSale = (database: Database) => {
  const states = makeSaleStates(database);
  const within = withErrors(database.within, {
    sale_pedido_key: pedidoTaken,
    sale_id_externo_key: externalIdTaken,
  });

  const statement = <Answer extends object>(
    call: RequestCall,
    { id, version, sale }: StoredState,
    { decision, items, columns, auditedId, ...entry }: DecidedWrite,
  ) => {
    const changed = historyFields.filter((field): field is keyof SaleFields & typeof field => field in decision.sale);
    const campos = entry.operation === 'alterar' ? arrayLiteral([...changed, ...(items ? ['itens'] : [])]) : null;
    return writeRecord<[Answer]>(call, {
      ...entry,
      ...(auditedId && { id: auditedId }),
      written: sql`
        select sale.*, ${version}::int as was_version, ${campos}::text[] as fields
        from numbered cross join lateral write_sale(
          numbered.empresa_id, numbered.change, fresh_id, ${id}, ${version}, ${jsonb(storedDecision(sale, decision, changed))},
          ${json(items)}, ${jsonb(callerOf(call))}
        ) sale`,
      columns,
    });
  };

  return async <Answer extends object>(
    call: RequestCall,
    id: string,
    reading: Reading,
    decide: (state: StoredState) => DecidedWrite | Promise<DecidedWrite>,
  ): Promise<Answer | undefined> => {
    for (;;) {
      const state = await states.read(call, id, reading);
      if (!state) return undefined;
      const decided = await decide(state);
      try {
        const [answer] = await within(call, statement<Answer>(call, state, decided));
        return answer;
      } catch (error) {
        if (!violates(error, 'sale_moved')) throw error;
      }
    }
  };
};

export type WriteSale = ReturnType<typeof makeWriteSale>;
