import { HttpError } from '@representa/service-kit';

export const representadaNotFound = (): HttpError => new HttpError(404, 'Representada não encontrada');
export const cnpjTaken = (): HttpError => new HttpError(409, 'Já existe uma representada com este CNPJ');
export const codigoTaken = (): HttpError => new HttpError(409, 'Já existe uma representada com este código');
export const externalIdTaken = (): HttpError => new HttpError(409, 'Já existe uma representada com este id_externo');
export const representadaHasSales = (sales: number): HttpError =>
  new HttpError(409, `Representada possui ${sales} venda(s) associada(s) e não pode ser deletada`);
/** Payments that were not taken back, and adjustments. */
export const representadaHasCommissions = (entries: number): HttpError =>
  new HttpError(409, `Representada possui ${entries} pagamento(s) ou ajuste(s) de comissões e não pode ser deletada`);
export const representadaHasProducts = (products: number): HttpError =>
  new HttpError(409, `Representada possui ${products} produto(s) associado(s) e não pode ser deletada`);

export const messages = {
  deleted: 'Representada deletada com sucesso',
  deleteFailed: 'Erro ao deletar representada',
} as const;
