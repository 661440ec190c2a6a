import { randomUUID } from 'node:crypto';
import type { ReferenceKind } from '@representa/contracts';
import { expect } from 'vitest';
import type { Answer } from './api.ts';
import type { FaultPoint } from './fault-points.ts';
import type { Owned, RecordState, TestSystem } from './test-system.ts';

/** The records and the Idempotency-Key of one request. Each test has its own. */
export interface Records {
  /** The record that is deleted or renamed. */
  subject: Owned;
  parties: Record<ReferenceKind, Owned>;
  key: string;
}

export interface Scenario {
  /** Creates what the request needs besides the two new records. */
  prepare?: (records: Records) => Promise<unknown>;
  /** The request that reaches the fault point. */
  request: (records: Records) => Promise<Answer>;
  /** The allowed statuses of its answer. */
  answers: readonly number[];
  /** The record's state while the process is dead or suspended at the point. */
  stateAtPoint: Partial<RecordState> & { sales?: number };
  /** Checks the final state, and the answer to the same request then. */
  verify: (records: Records) => Promise<void>;
}

/** For each fault point: a request that reaches it, the state at that point, and the checks of the outcome. */
export const makeScenarios = (system: TestSystem): Record<FaultPoint, Scenario> => {
  /** These repeat a request without a certain answer: a restarted process needs a moment until it answers. */
  const remove = (owned: Owned): Promise<Answer> => system.untilAnswered(() => system.remove(owned));
  const sell = (parties: Records['parties'], key: string = randomUUID()): Promise<Answer> =>
    system.untilAnswered(() => system.sell(parties, key));

  const isUsable = async ({ subject, parties }: Records): Promise<void> => {
    expect(await system.stateOf(subject)).toMatchObject({ there: true, delete_pending: false, fence_epoch: null });
    const { status, json } = await sell(parties);
    expect(status, json?.error).toBe(201);
    expect((await system.untilAnswered(() => system.removeSale(json.data.id))).status).toBe(200);
  };
  const isUsableAndDeletable = async (records: Records): Promise<void> => {
    await isUsable(records);
    expect((await remove(records.subject)).status).toBe(200);
    expect((await remove(records.subject)).status).toBe(404);
  };
  const isGone = async ({ subject, parties }: Records): Promise<void> => {
    expect((await system.stateOf(subject)).there).toBe(false);
    expect((await remove(subject)).status).toBe(404);
    expect((await sell(parties)).status).toBe(404);
  };
  const isRefusedAgain =
    (words: string) =>
    async (records: Records): Promise<void> => {
      await isUsable(records);
      expect(await remove(records.subject)).toMatchObject({
        status: 409,
        json: { error: expect.stringContaining(words) },
      });
    };
  const isRenamed = async ({ subject }: Records): Promise<void> => {
    const names = { nome: 'Nome novo', shown_nome: 'Nome novo' };
    expect(await system.stateOf(subject)).toMatchObject({ ...names, rename_pending: false });
    expect((await system.untilAnswered(() => system.rename(subject, 'Nome novo'))).status).toBe(200);
    expect(await system.nameInList(subject)).toBe('Nome novo');
  };
  const isSoldOnce = async ({ subject, parties, key }: Records): Promise<void> => {
    const [first, second] = [await sell(parties, key), await sell(parties, key)];
    expect([first.status, second.status, second.replayed]).toEqual([201, 201, true]);
    expect(second.json).toEqual(first.json);
    expect(await system.salesOf(subject)).toBe(1);
  };

  const deletion: Pick<Scenario, 'request' | 'answers'> = {
    request: ({ subject }) => system.remove(subject),
    answers: [503],
  };
  const sold = ({ parties }: Records) => system.createSale(parties);
  const withLateProduct: Pick<Scenario, 'request' | 'answers'> = {
    request: ({ subject }) => system.removeWhileProductAppears(subject),
    answers: [503],
  };
  const renaming: Pick<Scenario, 'request' | 'answers' | 'prepare' | 'verify'> = {
    prepare: sold,
    request: ({ subject }) => system.rename(subject, 'Nome novo'),
    answers: [503],
    verify: isRenamed,
  };
  const sale: Pick<Scenario, 'request' | 'answers' | 'verify'> = {
    request: ({ parties, key }) => system.sell(parties, key),
    answers: [503],
    verify: isSoldOnce,
  };
  const pending = { there: true, delete_pending: true };

  return {
    'delete.begun': {
      ...deletion,
      stateAtPoint: { ...pending, delete_epoch: 1, fence_epoch: null },
      verify: isUsableAndDeletable,
    },
    'delete.fenced': {
      ...deletion,
      stateAtPoint: { ...pending, delete_epoch: 1, fence_epoch: 1 },
      verify: isUsableAndDeletable,
    },
    'delete.refused': {
      ...deletion,
      prepare: sold,
      stateAtPoint: { ...pending, fence_epoch: null, voided_epoch: 1 },
      verify: isRefusedAgain('1 venda(s)'),
    },
    'delete.removed': { ...deletion, stateAtPoint: { there: false, fence_epoch: 1 }, verify: isGone },
    // A product refuses the delete after sales has set the fence, so the delete is taken back.
    'take-back.claimed': {
      ...withLateProduct,
      stateAtPoint: { ...pending, delete_epoch: 2, voided_epoch: 0, fence_epoch: 1 },
      verify: isRefusedAgain('1 produto(s)'),
    },
    'take-back.voided': {
      ...withLateProduct,
      stateAtPoint: { ...pending, delete_epoch: 2, voided_epoch: 2, fence_epoch: null },
      verify: isRefusedAgain('1 produto(s)'),
    },
    'rename.written': {
      ...renaming,
      stateAtPoint: { nome: 'Nome novo', rename_pending: true, shown_nome: expect.not.stringContaining('novo') },
    },
    'rename.pushed': {
      ...renaming,
      stateAtPoint: { nome: 'Nome novo', rename_pending: true, shown_nome: 'Nome novo' },
    },
    'fence.set': { ...deletion, stateAtPoint: { ...pending, fence_epoch: 1 }, verify: isUsableAndDeletable },
    // The refusal is certain, also when sales does not say that the fence is gone.
    'fence.voided': {
      ...withLateProduct,
      answers: [409],
      stateAtPoint: { ...pending, delete_epoch: 2, fence_epoch: null, voided_epoch: 2 },
      verify: isRefusedAgain('1 produto(s)'),
    },
    'reference.renamed': {
      ...renaming,
      stateAtPoint: { nome: 'Nome novo', rename_pending: true, shown_nome: 'Nome novo' },
    },
    'sale.checked': { ...sale, stateAtPoint: { sales: 0 } },
    'sale.created': { ...sale, stateAtPoint: { sales: 1 } },
  };
};
