import { HttpError, invalidIssues } from '@representa/service-kit';
import type { Status } from './status.rules.ts';

export const saleNotFound = (): HttpError => new HttpError('sale.not_found');
export const clientNotFoundOrInactive = (): HttpError => new HttpError('client.not_found_or_inactive');
export const representadaNotFound = (): HttpError => new HttpError('representada.not_found');
export const pedidoTaken = (): HttpError => new HttpError('sale.pedido_taken');
export const externalIdTaken = (): HttpError => new HttpError('sale.id_externo_taken');
export const invalidTransition = (de: string, para: string, permitidos: readonly Status[]): HttpError =>
  new HttpError('sale.transition_invalid', { details: { de, para, permitidos } });
export const fixedField = (campo: string, status: string): HttpError =>
  new HttpError('sale.field_fixed', {
    detail: `O campo ${campo} não pode mais ser alterado`,
    details: { campo, status },
  });
export const saleReceived = (): HttpError => new HttpError('sale.received');
export const instalmentsDiffer = () => invalidIssues([{ path: ['parcelas'], codigo: 'sale.instalments_differ' }]);
/** For callers who asked for strict handling: otherwise a product of a sale need not exist. */
export const productsNotFound = (itens: readonly { produtoId: string }[], missing: readonly string[]) => {
  const ids = new Set(missing);
  return invalidIssues(
    itens.flatMap(({ produtoId }, place) =>
      ids.has(produtoId) ? [{ path: ['itens', String(place), 'produtoId'], codigo: 'product.not_found' as const }] : [],
    ),
  );
};
export const saleCommissionPaid = (): HttpError => new HttpError('sale.commission_paid');

/** They are listed without pages, and each new one reads them. */
export const maxReceipts = 500;

export const receiptNotFound = (): HttpError => new HttpError('receipt.not_found');
export const receiptExceeds = (): HttpError => new HttpError('receipt.exceeds_open');
export const instalmentNotFound = (): HttpError => new HttpError('receipt.instalment_unknown');
export const tooManyReceipts = (): HttpError =>
  new HttpError('receipt.too_many', { detail: `A venda já tem ${maxReceipts} recebimentos` });
export const receiptOfCancelledSale = (): HttpError => new HttpError('receipt.sale_cancelled');
export const receiptOfPaidSale = (): HttpError => new HttpError('receipt.sale_paid');
export const receiptCommissionPaid = (): HttpError => new HttpError('receipt.commission_paid');

export const messages = {
  deleted: 'Venda deletada com sucesso',
  receiptDeleted: 'Recebimento desfeito com sucesso',
  deleteFailed: 'Erro ao deletar venda',
  quantidade: 'Quantidade deve ser maior que zero',
  valorUnitario: 'Valor unitário deve ser maior que zero',
  money: 'Deve ser um valor em reais, com ponto decimal (ex: 1234.56), menor que dez trilhões',
  reversedValues: 'Deve ser igual ou maior que "valor_min"',
  distantDate: 'A data deve ser até 9998-12-31',
} as const;
