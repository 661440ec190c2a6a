import type { RequestCall, Versioned } from '@representa/service-kit';
import { passFaultPoint } from '@representa/service-kit/process';
import { freezeRates } from '../commissions/freeze-rates.rules.ts';
import type { Questions } from '../messaging/questions.ts';
import { inCents, toCents } from '../money.ts';
import { retryWhileFenced } from '../references/require-references.ts';
import { todayOf } from '../today.ts';
import type { CreateSales } from './batch-sales.repository.ts';
import { planNewSale } from './sale.rules.ts';
import { clientNotFoundOrInactive, productsNotFound, representadaNotFound } from './sales.errors.ts';
import type { NewSale, Sale } from './sales.schemas.ts';

interface Dependencies {
  createSales: CreateSales;
  questions: Pick<Questions, 'findClient' | 'findRepresentada'>;
  now: () => Date;
}

export const makeCreateSale =
  ({ createSales, questions, now }: Dependencies) =>
  async (call: RequestCall, { itens, ...sale }: NewSale): Promise<Sale & Versioned> => {
    const today = todayOf(call, now());
    const ano = Number(today.slice(0, 4));
    const produtos = itens.map(({ produtoId }) => produtoId);

    return retryWhileFenced(async () => {
      const [client, representada] = await Promise.all([
        questions.findClient(call, sale.clienteId),
        questions.findRepresentada(call, sale.representadaId, produtos),
      ]);
      if (!client?.ativo) throw clientNotFoundOrInactive();
      if (!representada) throw representadaNotFound();
      const missing = call.isStrict ? representada.produtos_ausentes : [];
      if (missing.length > 0) throw productsNotFound(itens, missing);

      passFaultPoint('sale.checked');
      const frozen = freezeRates(itens, representada);
      const planned = planNewSale({
        data: sale.data ?? today,
        status: sale.status,
        valor_total: toCents(sale.valorTotal),
        parcelas: sale.parcelas?.map((one) => inCents(one, 'valor')) ?? null,
        comissao: frozen.comissao,
        comissao_percentual: frozen.comissao_percentual,
        comissao_quando: representada.comissao_quando,
        comissao_dia: representada.comissao_dia,
      });
      const created = await createSales(call, {
        ...planned,
        pedido: sale.pedido,
        id_externo: sale.id_externo,
        ano,
        frozen,
        client,
        representada,
      });
      passFaultPoint('sale.created');
      return created;
    });
  };

export type CreateSale = ReturnType<typeof makeCreateSale>;
