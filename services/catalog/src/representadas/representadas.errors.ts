import { HttpError } from '@representa/service-kit';

export const representadaNotFound = (): HttpError => new HttpError('representada.not_found');
export const cnpjTaken = (): HttpError => new HttpError('representada.cnpj_taken');
export const codigoTaken = (): HttpError => new HttpError('representada.codigo_taken');
export const externalIdTaken = (): HttpError => new HttpError('representada.id_externo_taken');
export const representadaHasSales = (sales: number): HttpError =>
  new HttpError('representada.has_sales', {
    detail: `Representada possui ${sales} venda(s) associada(s) e não pode ser deletada`,
  });
/** Payments that were not taken back, and adjustments. */
export const representadaHasCommissions = (entries: number): HttpError =>
  new HttpError('representada.has_commissions', {
    detail: `Representada possui ${entries} pagamento(s) ou ajuste(s) de comissões e não pode ser deletada`,
  });
export const representadaHasProducts = (products: number): HttpError =>
  new HttpError('representada.has_products', {
    detail: `Representada possui ${products} produto(s) associado(s) e não pode ser deletada`,
  });

export const messages = {
  deleted: 'Representada deletada com sucesso',
  deleteFailed: 'Erro ao deletar representada',
} as const;
