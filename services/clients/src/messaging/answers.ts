import { findClient, readClientStates } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { ClientsRepository } from '../clients/clients.repository.ts';

export const answerQuestions = (messaging: Messaging, clients: ClientsRepository): void => {
  messaging.answerBatch(findClient, (addresses, call) => clients.find(call, addresses));
  messaging.answer(readClientStates, (asked, call) => clients.states(call, asked));
};
