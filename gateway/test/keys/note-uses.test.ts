import { callWithin } from '@representa/contracts';
import { silentLog } from '@representa/telemetry';
import { afterEach, expect, test, vi } from 'vitest';
import type { KeyUse } from '../../src/keys/keys.repository.ts';
import { makeKeyUses } from '../../src/keys/note-uses.ts';

const call = () => callWithin(1_000);

afterEach(() => void vi.restoreAllMocks());

test('many uses of many keys are one statement, and are written again after a failure', async () => {
  const batches: (readonly KeyUse[])[] = [];
  let isAway = true;
  const noteUses = async (_call: unknown, uses: readonly KeyUse[]) => {
    batches.push(uses);
    if (isAway) throw new Error('away');
  };
  const uses = makeKeyUses({ noteUses, log: silentLog });
  for (let count = 0; count < 1_000; count++) uses.note(`key ${count % 10}`);
  await expect(uses.writeSome(call())).rejects.toThrow('away');
  await uses.writeAll();
  isAway = false;
  await uses.writeSome(call());
  expect(batches.map((batch) => batch.length)).toEqual([10, 10, 10]);
  await uses.writeSome(call());
  expect(batches).toHaveLength(3);
});

test('a use in a later minute that is noted while an earlier one is written is kept', async () => {
  let [now, finish] = [Date.now(), () => {}];
  const written: KeyUse[] = [];
  const noteUses = (_call: unknown, uses: readonly KeyUse[]) => {
    written.push(...uses);
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const uses = makeKeyUses({ noteUses, log: silentLog });
  uses.note('key');
  const writing = uses.writeSome(call());
  now += 60_000;
  uses.note('key');
  finish();
  await writing;
  void uses.writeSome(call());
  expect(written.map(([, minute]) => minute - (written[0]?.[1] ?? 0))).toEqual([0, 1]);
});

test('a full batch is followed by the next one; all that is left is written when the gateway stops', async () => {
  const written = new Set<string>();
  const noteUses = async (_call: unknown, uses: readonly KeyUse[]) => {
    for (const [key] of uses) written.add(key);
  };
  const uses = makeKeyUses({ noteUses, log: silentLog });
  for (let count = 0; count < 3_500; count++) uses.note(`key ${count}`);
  expect(await uses.writeSome(call())).toBe(1_000);
  await uses.writeAll();
  expect(written.size).toBe(3_500);
  uses.note('one more');
  expect(await uses.writeSome(call())).toBe(0);
  expect(written.size).toBe(3_501);
});
