import { expect, it } from 'vitest';
import { runChaos } from './chaos.ts';
import { shortFaults } from './fault-specs.ts';
import { report } from './report.ts';
import { makeSchedule } from './schedule.ts';

const seed = 1;

it('the seed alone decides the schedule', () => {
  const schedule = (from: number) => makeSchedule({ seed: from, specs: shortFaults, replicas: 2, durationMs: 60_000 });
  expect(schedule(seed)).toEqual(schedule(seed));
  expect(schedule(seed)).not.toEqual(schedule(seed + 1));
});

/** In twelve seconds. Faults that run alone take as long as ten of the others; other tests of this folder have them. */
const specs = shortFaults.filter(({ alone }) => !alone);

/** A short form of `npm run chaos`. */
it('kills and pauses cause no dangling reference, no lost record and no duplicate', { timeout: 180_000 }, async () => {
  const lines: string[] = [`seed ${seed}`];
  const progress = (line: string): void => void lines.push(line);
  const outcome = await runChaos({ seed, seconds: 12, replicas: 2, callers: 5, specs, progress });
  process.stdout.write(`${lines.join('\n')}\n${report(outcome)}\n`);
  expect(outcome.ledger.violations).toEqual([]);
  expect(outcome.faults.kill + outcome.faults.arm).toBeGreaterThanOrEqual(6);
  expect(outcome.faults.pause).toBeGreaterThan(0);
  expect(outcome.followed).toBeGreaterThan(0);
});
