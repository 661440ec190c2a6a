import { findClient, readClientStates } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { ClientsRepository } from '../clients/clients.repository.ts';

export const answerQuestions = (messaging: Messaging, clients: ClientsRepository): void => {
  messaging.answerBatch(findClient, (addresses, caller) => clients.find(caller, addresses));
  messaging.answer(readClientStates, (asked, caller) => clients.states(caller, asked));
};
