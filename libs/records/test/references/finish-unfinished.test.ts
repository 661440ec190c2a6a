import { randomUUID } from 'node:crypto';
import { callWithin } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import { silentLog } from '@representa/telemetry';
import { expect, test } from 'vitest';
import { makeFinishUnfinished } from '../../src/references/finish-unfinished.ts';
import type { OwnedRecords, Unfinished } from '../../src/references/owned-records.repository.ts';

const renamed = (nome: string): Unfinished => ({
  ...{ empresa_id: randomUUID(), id: nome, nome, revision: 1, epoch: 0 },
  ...{ rename_pending: true, delete_pending: false },
});

/** Rounds over three renames of which some fail. */
const startRounds = (failures: Record<string, Error>) => {
  const pending = new Map(['A', 'B', 'C'].map((id) => [id, renamed(id)]));
  const warned: object[] = [];
  const finished: number[] = [];
  let tried: string[] = [];
  const finishUnfinished = makeFinishUnfinished({
    kind: 'client',
    records: { unfinished: async () => [...pending.values()] } as unknown as OwnedRecords,
    takeBack: async () => true,
    pushRename: async (_call, { id }) => {
      tried.push(id);
      if (failures[id]) throw failures[id];
      pending.delete(id);
    },
    requestTimeoutMs: 0,
    log: { ...silentLog, warn: (details: object) => void warned.push(details) },
  });
  return {
    warned,
    /** How many each round finished. */
    finished,
    /** Returns the renames that the round tried, in their order. */
    run: async (): Promise<string[]> => {
      tried = [];
      finished.push(await finishUnfinished(callWithin(1_000)));
      return tried;
    },
  };
};

test('a rename that fails for a reason of its own is logged, and does not keep the later ones waiting', async () => {
  const err = new Error('no such column');
  const rounds = startRounds({ A: err });
  expect(await rounds.run()).toEqual(['A', 'B', 'C']);
  expect(rounds.warned).toEqual([{ err, kind: 'client', id: 'A' }]);
});

test('the next round comes soon while something gets finished', async () => {
  const failures: Record<string, Error> = { A: new Error('no such column'), B: new Unavailable('no answer') };
  const rounds = startRounds(failures);
  await rounds.run();
  delete failures.B;
  await rounds.run();
  await rounds.run();
  expect(rounds.finished).toEqual([0, 2, 0]);
});

test('a rename that sales always refuses looks like an outage: the next rounds begin with the others', async () => {
  const failures: Record<string, Error> = { A: new Unavailable('the answering service failed') };
  const rounds = startRounds(failures);
  expect(await rounds.run()).toEqual(['A']);
  expect(await rounds.run()).toEqual(['B', 'C', 'A']);
  delete failures.A;
  expect(await rounds.run()).toEqual(['A']);
  expect(await rounds.run()).toEqual([]);
});

test('after an outage, a rename that is still refused does not block those that failed with it', async () => {
  const outage = new Unavailable('no answer');
  const failures: Record<string, Error> = { A: outage, B: outage, C: outage };
  const rounds = startRounds(failures);
  for (const id of ['A', 'B', 'C', 'A']) expect(await rounds.run()).toEqual([id]);
  delete failures.B;
  delete failures.C;
  expect(await rounds.run()).toEqual(['B', 'C', 'A']);
});

test.each([
  ['sales', new Unavailable('no answer')],
  ['the database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
])('while %s is away, a round ends with its first rename, without a line for each', async (_name, outage) => {
  const rounds = startRounds({ A: outage, B: outage, C: outage });
  expect(await rounds.run()).toEqual(['A']);
  expect(rounds.warned).toEqual([]);
});
