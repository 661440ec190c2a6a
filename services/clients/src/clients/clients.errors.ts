import { HttpError } from '@representa/service-kit';

export const clientNotFound = (): HttpError => new HttpError('client.not_found');
export const emailTaken = (): HttpError => new HttpError('client.email_taken');
export const codigoTaken = (): HttpError => new HttpError('client.codigo_taken');
export const externalIdTaken = (): HttpError => new HttpError('client.id_externo_taken');
export const clientHasSales = (sales: number): HttpError =>
  new HttpError('client.has_sales', {
    detail: `Cliente possui ${sales} venda(s) associada(s) e não pode ser deletado`,
  });

export const messages = {
  deleted: 'Cliente deletado com sucesso',
  deleteFailed: 'Erro ao deletar cliente',
} as const;
