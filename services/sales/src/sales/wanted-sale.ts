import type { EmpresaCall } from '@representa/service-kit';
import type { FoundReference } from '../references/references.ts';
import { toDecimal } from './money.ts';
import type { NewSale } from './sales.schemas.ts';

export interface CheckedSale extends NewSale {
  data: string;
  /** The year of the order code, should one be generated. */
  ano: number;
  client: FoundReference;
  representada: FoundReference;
}

/** A sale that is to be made, and for whom. */
export interface WantedSale {
  call: EmpresaCall;
  sale: CheckedSale;
}

/** The items as the reply shows them; the amounts are written digit by digit, because JSON.stringify would go through binary. */
const itensJson = ({ itens }: NewSale): string =>
  `[${itens
    .map(
      ({ produtoId, quantidade, valorUnitario, valorTotal }) =>
        `{"produto_id":${JSON.stringify(produtoId)},"quantidade":${toDecimal(quantidade)},` +
        `"valor_unitario":${toDecimal(valorUnitario)},"valor_total":${toDecimal(valorTotal)}}`,
    )
    .join(',')}]`;

/** As the type `wanted_sale` in the migrations has it; `n` is its number among those that are sent together. */
export const wantedSaleJson = ({ call, sale }: WantedSale, n: number): string => {
  const { pedido, data, ano, client, representada, status, valorTotal } = sale;
  const allButItens = JSON.stringify({
    n,
    empresa_id: call.empresa_id,
    ano,
    pedido,
    data,
    cliente_id: client.id,
    cliente_nome: client.nome,
    cliente_revision: client.revision,
    representada_id: representada.id,
    representada_nome: representada.nome,
    representada_revision: representada.revision,
    status,
    valor_total: toDecimal(valorTotal),
    key: call.idempotency?.key,
    fingerprint: call.idempotency && `\\x${call.idempotency.fingerprint.toString('hex')}`,
  });
  return `${allButItens.slice(0, -1)},"itens":${itensJson(sale)}}`;
};
