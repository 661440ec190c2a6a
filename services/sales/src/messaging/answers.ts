import {
  countRepresentadaSales,
  fenceReference,
  loadIndex,
  readClientAccounts,
  renameReference,
  voidFence,
} from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { passFaultPoint } from '@representa/service-kit';
import type { IndexRepository } from '../commissions/inflation-index.repository.ts';
import type { ReferencesRepository } from '../references/references.repository.ts';
import type { ClientAccountsRepository } from '../reports/client-accounts.repository.ts';

interface Dependencies {
  references: ReferencesRepository;
  indexes: IndexRepository;
  accounts: ClientAccountsRepository;
}

export const answerQuestions = (messaging: Messaging, { references, indexes, accounts }: Dependencies): void => {
  messaging.answer(readClientAccounts, (asked, caller) => accounts.read(caller, asked));
  messaging.answer(loadIndex, (loaded, caller) => indexes.load(caller, loaded));
  messaging.answer(fenceReference, async (attempt, caller) => {
    const answer = await references.fence(caller, attempt);
    passFaultPoint('fence.set');
    return answer;
  });
  messaging.answer(countRepresentadaSales, async (address, caller) => ({
    sales: await references.countRepresentadaSales(caller, address),
  }));
  messaging.answer(voidFence, async (attempt, caller) => {
    await references.voidFence(caller, attempt);
    passFaultPoint('fence.voided');
    return {};
  });
  messaging.answer(renameReference, async (renamed, caller) => {
    await references.rename(caller, renamed);
    passFaultPoint('reference.renamed');
    return {};
  });
};
