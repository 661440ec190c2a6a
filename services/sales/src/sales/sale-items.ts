import { type Fragment, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { FrozenRates } from '../commissions/freeze-rates.rules.ts';
import type { SaleItem } from './sales.schemas.ts';

/** Item columns have a prefix, because sale and item both have `valor_total`. */
export type ItemColumns = { [Name in keyof SaleItem as `item_${Name}`]: SaleItem[Name] };

/** With the rate that is frozen in the sale. */
export const asStored = ({ itens }: FrozenRates): (SaleItem & { comissao: number })[] =>
  itens.map(({ produtoId, quantidade, valorUnitario, valorTotal, comissao }) => ({
    produto_id: produtoId,
    quantidade,
    valor_unitario: valorUnitario,
    valor_total: valorTotal,
    comissao,
  }));

/**
 * The contract knows neither instalments nor external ids: a sale without any leaves them out instead of showing null. create_sales.sql
 * does the same for kept answers.
 */
export const asShown = <Row extends { parcelas?: unknown; id_externo?: string | null | undefined }>(row: Row) => ({
  ...row,
  parcelas: row.parcelas ?? undefined,
  id_externo: row.id_externo ?? undefined,
});

/** Makes a sale of its rows: one for each item, in their order. */
export const withItems = <Row extends ItemColumns & Parameters<typeof asShown>[0]>(
  rows: readonly Row[],
): (Row & { itens: SaleItem[] }) | undefined => {
  const [sale] = rows;
  if (!sale) return undefined;
  const itens = rows.map((row) => ({
    produto_id: row.item_produto_id,
    quantidade: row.item_quantidade,
    valor_unitario: row.item_valor_unitario,
    valor_total: row.item_valor_total,
  }));
  return { ...asShown(sale), itens };
};

/** The instalments are in the first row alone: a thousand items would send and parse them a thousand times. */
export const itemAndInstalmentColumns = sql`
  produto_id as item_produto_id, quantidade as item_quantidade, valor_unitario as item_valor_unitario,
  item.valor_total as item_valor_total, case when posicao = 1 then parcelas end as parcelas`;

/** The items of a sale, for a lateral join. */
export const itemsOf = ({ empresa_id }: RequestCall, saleId: Fragment): Fragment => sql`(
  select posicao, produto_id, quantidade, valor_unitario, valor_total from sale_item
  where empresa_id = ${empresa_id} and sale_id = ${saleId} offset 0
) item`;

/** The items as one value. */
export const itemsAsJson = (call: RequestCall, id: string): Fragment => sql`(
  select json_agg(json_build_object('produto_id', produto_id, 'quantidade', quantidade, 'valor_unitario', valor_unitario,
    'valor_total', item.valor_total) order by posicao) from ${itemsOf(call, sql`${id}`)}
)`;
