import { setTimeout as pause } from 'node:timers/promises';
import type { RequestCall } from '@representa/service-kit';
import type { FoundRepresentada, Questions } from '../messaging/questions.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';

/** Throws when there is no such representada. */
export const makeRequireRepresentada =
  (questions: Pick<Questions, 'findRepresentada'>) =>
  async (call: RequestCall, id: string): Promise<FoundRepresentada> => {
    const representada = await questions.findRepresentada(call, id);
    if (!representada) throw representadaNotFound();
    return representada;
  };

export type RequireRepresentada = ReturnType<typeof makeRequireRepresentada>;

const firstPauseMs = 10;
const maxPauseMs = 500;

/**
 * `attempt` returns undefined while a client or representada is being deleted. Retries until it returns a record or throws (record
 * gone, deadline passed). The delete may be refused: a 404 would be wrong then, and would be kept with the Idempotency-Key.
 */
export const retryWhileFenced = async <Made>(attempt: () => Promise<Made | undefined>): Promise<Made> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const made = await attempt();
    if (made !== undefined) return made;
    await pause(pauseMs);
  }
};
