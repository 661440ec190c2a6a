import { HttpError } from '@representa/service-kit';

export const paymentNotFound = (): HttpError => new HttpError(404, 'Pagamento não encontrado');
/** The payment names them; up to a hundred are told. */
export const salesNotDue = (sales: readonly { sale_id: string; pedido: string | null }[]): HttpError =>
  new HttpError(
    409,
    'Há vendas indicadas sem comissão devida por esta representada',
    sales.map(({ sale_id, pedido }) => ({
      code: 'custom',
      message: pedido === null ? 'Venda não encontrada' : `O pedido ${pedido} não tem comissão devida`,
      path: ['vendas', sale_id],
    })),
  );

export const messages = {
  paymentReversed: 'Pagamento estornado com sucesso',
  ajusteZero: 'O valor não pode ser zero',
} as const;
