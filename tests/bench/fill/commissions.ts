import type { Block } from './blocks.ts';
import { sqlEmpresaId } from './ids.ts';
import type { Schemas } from './statements.ts';

/** The fifteenth of the month after a sale's date. */
const dueDate = "(date_trunc('month', data) + interval '1 month 14 days')::date";

/** The ledger of filled sales, two entries each, and the sums that are kept of it. Each statement reads what the last one wrote. */
export const commissionStatements = ({ first, last }: Block, { sales }: Schemas): string[] => {
  const ofBlock = `empresa_id in (select ${sqlEmpresaId('e')} from generate_series(${first}, ${last}) e)`;
  return [
    `insert into ${sales}.commission_entry
       (empresa_id, numero, tipo, representada_id, origem_id, parte, vencimento, percentual, base, prevista, devida, paga, credito)
     select empresa_id, row_number() over (partition by empresa_id order by id, ordem), tipo, representada_id, id, 1,
       ${dueDate}, comissao_percentual, base, prevista, devida, 0, 0
     from ${sales}.sale cross join lateral (
       values (1, 'prevista', valor_total, comissao, 0), (2, 'devida', 0, -comissao, comissao)
     ) entry (ordem, tipo, base, prevista, devida)
     where ${ofBlock}`,
    `insert into ${sales}.commission_part
       (empresa_id, origem_id, parte, representada_id, vencimento, percentual, base, prevista, devida, paga)
     select empresa_id, origem_id, parte, representada_id, vencimento, percentual, sum(base), sum(prevista), sum(devida),
       sum(paga)
     from ${sales}.commission_entry where ${ofBlock} group by 1, 2, 3, 4, 5, 6`,
  ];
};
