import { fenceReference, renameReference, voidFence } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { ReferencesRepository } from '../references/references.repository.ts';

export const answerQuestions = (messaging: Messaging, references: ReferencesRepository): void => {
  messaging.answer(fenceReference, (attempt, caller) => references.fence(caller, attempt));
  messaging.answer(voidFence, async (attempt, caller) => {
    await references.voidFence(caller, attempt);
    return {};
  });
  messaging.answer(renameReference, async (renamed, caller) => {
    await references.rename(caller, renamed);
    return {};
  });
};
