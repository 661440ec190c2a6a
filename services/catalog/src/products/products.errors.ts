import { HttpError } from '@representa/service-kit';

export const productNotFound = (): HttpError => new HttpError('product.not_found');
export const productIdTaken = (): HttpError => new HttpError('product.id_taken');

export const externalIdTaken = (): HttpError => new HttpError('product.id_externo_taken');

export const messages = {
  dotSegment: 'O ID não pode ser "." nem ".."',
  reservedId: 'O ID não pode ser "changes", "import" nem "export"',
  externalPrefix: 'O ID não pode começar com "externo:"',
} as const;
