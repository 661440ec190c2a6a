import { HttpError } from '@representa/service-kit';

/** They are listed without pages, and each new one reads them. */
export const maxReceipts = 500;

export const receiptNotFound = (): HttpError => new HttpError(404, 'Recebimento não encontrado');
export const receiptExceeds = (): HttpError => new HttpError(409, 'O valor é maior que o que está em aberto');
export const instalmentNotFound = (): HttpError => new HttpError(409, 'A venda não tem esta parcela');
export const tooManyReceipts = (): HttpError => new HttpError(409, `A venda já tem ${maxReceipts} recebimentos`);
export const receiptOfCancelledSale = (): HttpError =>
  new HttpError(409, 'A venda está cancelada: seus recebimentos não mudam');
export const receiptOfPaidSale = (): HttpError =>
  new HttpError(409, 'A venda consta como paga: seus recebimentos não podem ser desfeitos');
export const receiptCommissionPaid = (): HttpError =>
  new HttpError(409, 'A comissão deste recebimento já foi paga: estorne o pagamento antes');

export const messages = { receiptDeleted: 'Recebimento desfeito com sucesso' } as const;
