import { HttpError } from '@representa/service-kit';
import { maxKeys } from './limits.ts';

export const keyNotFound = (): HttpError => new HttpError(404, 'Chave não encontrada');
export const lastAdminKey = (): HttpError =>
  new HttpError(409, 'A empresa deve manter ao menos uma chave de escopo admin que não expire antes desta');
export const tooManyKeys = (): HttpError => new HttpError(409, `A empresa já tem ${maxKeys} chaves válidas`);

export const messages = {
  controls: 'Não pode ter caracteres de controle',
  deleted: 'Chave revogada com sucesso',
  deletedUnheard: 'Chave revogada com sucesso. Por cerca de um minuto, outros servidores ainda podem aceitá-la',
  expiryForm: 'Deve ser data e hora com fuso, como 2026-12-31T23:59:59-03:00',
  expiryPast: 'Deve estar no futuro',
  expiryDistant: 'Deve ser antes do ano 10000 (UTC)',
} as const;
