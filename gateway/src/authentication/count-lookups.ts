import { observeCounter } from '@representa/telemetry';

/** Where keys were looked for, and whether they were there. */
export const countLookups = () => {
  const counts = {
    memory: { hit: 0, miss: 0 },
    redis: { hit: 0, miss: 0, error: 0 },
    postgres: { hit: 0, miss: 0 },
  };
  for (const [layer, byOutcome] of Object.entries(counts)) {
    for (const outcome of Object.keys(byOutcome) as (keyof typeof byOutcome)[]) {
      observeCounter('key_cache.lookups', () => byOutcome[outcome], { layer, outcome });
    }
  }
  return counts;
};
