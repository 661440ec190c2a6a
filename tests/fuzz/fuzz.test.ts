import { type StackProcesses, startWholeStack } from '@representa/local-stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSeed as seed } from './config.ts';
import { runFuzz } from './fuzz.ts';
import { watchMemory } from './memory.ts';

let system: StackProcesses;
beforeAll(async () => {
  system = await startWholeStack();
});
afterAll(() => system?.stop());

test(`3,000 mutated requests with seed ${seed} get clean answers, and nothing of another company`, async () => {
  const { url } = system;
  const endWatch = watchMemory(system);
  const isEnough = (sent: number): boolean => sent >= 3_000;
  const { requests, statuses, faults, otherReplies } = await runFuzz({ url, seed, run: String(seed), isEnough });
  const large = endWatch();
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(3_000);
  // The requests are not all refused at the door: some are right, and some break a rule of the operation.
  for (const status of [200, 201, 400, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(20);
  expect(otherReplies).toBeGreaterThan(50);
  expect(large).toEqual([]);
}, 120_000);
