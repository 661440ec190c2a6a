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

/** A short form of `npm run chaos -- --seed 1`. */
it('kills and pauses cause no dangling reference, no lost record and no duplicate', { timeout: 180_000 }, async () => {
  const lines: string[] = [`seed ${seed}`];
  const progress = (line: string): void => void lines.push(line);
  const outcome = await runChaos({ seed, seconds: 12, replicas: 2, callers: 5, specs: shortFaults, progress });
  process.stdout.write(`${lines.join('\n')}\n${report(outcome)}\n`);
  expect(outcome.ledger.violations).toEqual([]);
  expect(outcome.faults.kill).toBeGreaterThan(0);
  expect(outcome.followed).toBeGreaterThan(0);
});
