import { HttpError } from '@representa/service-kit';

export const productNotFound = (): HttpError => new HttpError(404, 'Produto não encontrado');
export const productIdTaken = (): HttpError => new HttpError(409, 'Já existe um produto com este ID');

export const externalIdTaken = (): HttpError => new HttpError(409, 'Já existe um produto com este id_externo');

export const messages = {
  dotSegment: 'O ID não pode ser "." nem ".."',
  reservedId: 'O ID não pode ser "changes", "import" nem "export"',
  externalPrefix: 'O ID não pode começar com "externo:"',
} as const;
