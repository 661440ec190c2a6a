import { findRepresentada } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { RepresentadasRepository } from '../representadas/representadas.repository.ts';

export const answerQuestions = (messaging: Messaging, representadas: RepresentadasRepository): void => {
  messaging.answerBatch(findRepresentada, (addresses, call) => representadas.find(call, addresses));
};
