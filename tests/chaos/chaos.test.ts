import { expect, it } from 'vitest';
import { runChaos } from './chaos.ts';
import { shortDeck } from './deck.ts';
import { report } from './report.ts';
import { makeSchedule } from './schedule.ts';

const seed = 1;

it('the same seed gives the same schedule, another one another', () => {
  const schedule = (from: number) => makeSchedule({ seed: from, deck: shortDeck, replicas: 2, durationMs: 60_000 });
  expect(schedule(seed)).toEqual(schedule(seed));
  expect(schedule(seed)).not.toEqual(schedule(seed + 1));
});

/** The short version of `npm run chaos`, which takes `--seed` as well. */
it('nothing dangles, is lost or done twice while everything is killed and paused', { timeout: 180_000 }, async () => {
  const said: string[] = [`seed ${seed}`];
  const say = (sentence: string): void => void said.push(sentence);
  const outcome = await runChaos({ seed, seconds: 34, replicas: 2, deck: shortDeck, say });
  process.stdout.write(`${said.join('\n')}\n${report(outcome)}\n`);
  expect(outcome.ledger.violations).toEqual([]);
  expect(outcome.faults.kill).toBeGreaterThan(0);
});
