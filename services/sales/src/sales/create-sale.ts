import type { EmpresaCall, Versioned } from '@representa/service-kit';
import { passFaultPoint } from '@representa/service-kit/process';
import type { Questions } from '../messaging/questions.ts';
import { decideWithRetries } from '../references/decide-with-retries.ts';
import { representadaNotFound } from '../references/references.errors.ts';
import { todayOf } from '../today.ts';
import { clientNotFoundOrInactive } from './sales.errors.ts';
import type { SalesRepository } from './sales.repository.ts';
import type { NewSale, Sale } from './sales.schemas.ts';

interface Dependencies {
  sales: Pick<SalesRepository, 'create'>;
  questions: Questions;
  now: () => Date;
}

export const makeCreateSale =
  ({ sales, questions, now }: Dependencies) =>
  async (call: EmpresaCall, sale: NewSale): Promise<Sale & Versioned> => {
    const today = todayOf(call, now());
    const ano = Number(today.slice(0, 4));
    const produtos = sale.itens.map(({ produtoId }) => produtoId);

    return decideWithRetries(async () => {
      const [client, representada] = await Promise.all([
        questions.findClient(call, sale.clienteId),
        questions.findRepresentada(call, sale.representadaId, produtos),
      ]);
      if (!client?.ativo) throw clientNotFoundOrInactive();
      if (!representada) throw representadaNotFound();

      passFaultPoint('sale.checked');
      const created = await sales.create(call, { ...sale, data: sale.data ?? today, ano, client, representada });
      passFaultPoint('sale.created');
      return created;
    });
  };

export type CreateSale = ReturnType<typeof makeCreateSale>;
