import { silentLog } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { KeyUse } from '../src/keys/keys.repository.ts';
import { makeKeyUses } from '../src/keys/note-uses.ts';

afterEach(() => void vi.useRealTimers());

test('many uses of many keys are one statement, and are written again after a failure', async () => {
  const batches: (readonly KeyUse[])[] = [];
  let isAway = true;
  const noteUses = async (_call: unknown, uses: readonly KeyUse[]) => {
    batches.push(uses);
    if (isAway) throw new Error('away');
  };
  const uses = makeKeyUses({ noteUses, log: silentLog, everyMs: 10 });
  for (let count = 0; count < 1_000; count++) uses.note(`key ${count % 10}`);
  await until('it was tried twice', () => batches.length >= 2);
  isAway = false;
  await uses.stop();
  expect(batches.every((batch) => batch.length === 10)).toBe(true);
});

test('all keys are written when the gateway stops', async () => {
  const written = new Set<string>();
  const noteUses = async (_call: unknown, uses: readonly KeyUse[]) => {
    for (const [key] of uses) written.add(key);
  };
  const uses = makeKeyUses({ noteUses, log: silentLog, everyMs: 60_000 });
  for (let count = 0; count < 2_500; count++) uses.note(`key ${count}`);
  await uses.stop();
  expect(written.size).toBe(2_500);
});

test('all keys are written at every interval, by one write at a time', async () => {
  vi.useFakeTimers();
  const written = new Set<string>();
  let [running, mostRunning] = [0, 0];
  const noteUses = async (_call: unknown, uses: readonly KeyUse[]) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await new Promise((resolve) => setTimeout(resolve, 900));
    running -= 1;
    for (const [key] of uses) written.add(key);
  };
  const uses = makeKeyUses({ noteUses, log: silentLog, everyMs: 1_000 });
  for (let count = 0; count < 2_500; count++) uses.note(`key ${count}`);
  await vi.advanceTimersByTimeAsync(1_000 + 3 * 900);
  expect([written.size, mostRunning]).toEqual([2_500, 1]);
  await uses.stop();
});
