import { HttpError } from '@representa/service-kit';

export const clientNotFound = (): HttpError => new HttpError(404, 'Cliente não encontrado');
export const emailTaken = (): HttpError => new HttpError(409, 'Email já cadastrado no sistema');
export const codigoTaken = (): HttpError => new HttpError(409, 'Já existe um cliente com este código');
export const externalIdTaken = (): HttpError => new HttpError(409, 'Já existe um cliente com este id_externo');
export const clientHasSales = (sales: number): HttpError =>
  new HttpError(409, `Cliente possui ${sales} venda(s) associada(s) e não pode ser deletado`);

export const messages = {
  deleted: 'Cliente deletado com sucesso',
  deleteFailed: 'Erro ao deletar cliente',
} as const;
