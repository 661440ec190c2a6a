import {
  countRepresentadaSales,
  fenceReference,
  loadIndex,
  readClientAccounts,
  renameReference,
  renameReferences,
  voidFence,
} from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { passFaultPoint } from '@representa/service-kit/process';
import type { InflationIndexRepository } from '../commissions/inflation-index.repository.ts';
import type { ReferencesRepository } from '../references/references.repository.ts';
import type { ClientAccountsRepository } from '../reports/client-accounts.repository.ts';

interface Dependencies {
  references: ReferencesRepository;
  inflationIndex: InflationIndexRepository;
  accounts: ClientAccountsRepository;
}

export const answerQuestions = (messaging: Messaging, { references, inflationIndex, accounts }: Dependencies): void => {
  messaging.answer(readClientAccounts, (asked, call) => accounts.read(call, asked));
  messaging.answer(loadIndex, (loaded, call) => inflationIndex.load(call, loaded));
  messaging.answer(fenceReference, async (attempt, call) => {
    const answer = await references.fence(call, attempt);
    passFaultPoint('fence.set');
    return answer;
  });
  messaging.answer(countRepresentadaSales, async (address, call) => ({
    sales: await references.countRepresentadaSales(call, address),
  }));
  messaging.answer(voidFence, async (attempt, call) => {
    await references.voidFence(call, attempt);
    passFaultPoint('fence.voided');
    return {};
  });
  messaging.answer(renameReference, async (renamed, call) => {
    await references.rename(call, [renamed]);
    passFaultPoint('reference.renamed');
    return {};
  });
  messaging.answer(renameReferences, async (renamed, call) => {
    await references.rename(call, renamed);
    passFaultPoint('reference.renamed');
    return {};
  });
};
