import { HttpError, invalidIssues } from '@representa/service-kit';
import type { Status } from './status.rules.ts';

export const saleNotFound = (): HttpError => new HttpError(404, 'Venda não encontrada');
export const clientNotFoundOrInactive = (): HttpError => new HttpError(404, 'Cliente não encontrado ou inativo');
export const representadaNotFound = (): HttpError => new HttpError(404, 'Representada não encontrada');
export const pedidoTaken = (): HttpError => new HttpError(409, 'Já existe uma venda com este pedido');
export const externalIdTaken = (): HttpError => new HttpError(409, 'Já existe uma venda com este id_externo');
export const invalidTransition = (de: string, para: string, permitidos: readonly Status[]): HttpError =>
  new HttpError(409, 'Transição de status inválida', { de, para, permitidos });
export const fixedField = (campo: string, status: string): HttpError =>
  new HttpError(409, `O campo ${campo} não pode mais ser alterado`, { campo, status });
export const saleReceived = (): HttpError =>
  new HttpError(409, 'Itens, data e parcelas não mudam depois de um recebimento');
export const instalmentsDiffer = () => invalidIssues([{ path: ['parcelas'], message: messages.instalmentSum }]);
/** For callers who asked for strict handling: otherwise a product of a sale need not exist. */
export const productsNotFound = (itens: readonly { produtoId: string }[], missing: readonly string[]) => {
  const ids = new Set(missing);
  return invalidIssues(
    itens.flatMap(({ produtoId }, place) =>
      ids.has(produtoId) ? [{ path: ['itens', String(place), 'produtoId'], message: messages.productMissing }] : [],
    ),
  );
};
export const saleCommissionPaid = (): HttpError =>
  new HttpError(409, 'A comissão desta venda já foi paga: estorne o pagamento antes de excluir a venda');

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

export const messages = {
  deleted: 'Venda deletada com sucesso',
  receiptDeleted: 'Recebimento desfeito com sucesso',
  deleteFailed: 'Erro ao deletar venda',
  quantidade: 'Quantidade deve ser maior que zero',
  valorUnitario: 'Valor unitário deve ser maior que zero',
  productMissing: 'Produto não encontrado',
  totalTooLarge: 'Valor total acima do máximo permitido',
  instalmentSum: 'A soma das parcelas deve ser o total da venda',
  money: 'Deve ser um valor em reais, com ponto decimal (ex: 1234.56), menor que dez trilhões',
  reversedValues: 'Deve ser igual ou maior que "valor_min"',
  distantDate: 'A data deve ser até 9998-12-31',
} as const;
