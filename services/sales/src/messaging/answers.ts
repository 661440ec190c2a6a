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
import type { ReportsRepository } from '../reports/reports.repository.ts';

interface Dependencies {
  references: ReferencesRepository;
  inflationIndex: InflationIndexRepository;
  reports: Pick<ReportsRepository, 'clientAccounts'>;
}

export const answerQuestions = (messaging: Messaging, { references, inflationIndex, reports }: Dependencies): void => {
  messaging.answer(readClientAccounts, (asked, call) => reports.clientAccounts(call, asked));
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
