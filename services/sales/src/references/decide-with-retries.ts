import { setTimeout as pause } from 'node:timers/promises';

const firstPauseMs = 10;
const maxPauseMs = 500;

/**
 * Tries again while a delete of what is referred to is under way (undefined). The delete is decided soon, and may be refused: a
 * 404 would be wrong then, and would be kept with the Idempotency-Key. `attempt` asks the owner each time: it throws when the
 * record is gone, and when the deadline has passed.
 */
export const decideWithRetries = async <Made>(attempt: () => Promise<Made | undefined>): Promise<Made> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const made = await attempt();
    if (made !== undefined) return made;
    await pause(pauseMs);
  }
};
