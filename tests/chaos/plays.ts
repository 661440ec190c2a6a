import { randomUUID } from 'node:crypto';
import type { ReferenceKind } from '@representa/contracts';
import { expect } from 'vitest';
import type { Answer } from './api.ts';
import type { FaultPoint } from './fault-points.ts';
import type { Owned, RecordState, Scene } from './scene.ts';

/** What a request is made with; each test has its own. */
export interface Cast {
  /** The one that is deleted or renamed. */
  subject: Owned;
  parties: Record<ReferenceKind, Owned>;
  key: string;
}

export interface Play {
  /** Makes what the request needs besides two fresh records. */
  prepare?: (cast: Cast) => Promise<unknown>;
  /** The request that passes the point. */
  act: (cast: Cast) => Promise<Answer>;
  answers: readonly number[];
  /** How things stand while the process is dead, or stands still, at the point. */
  atThePoint: Partial<RecordState> & { sales?: number };
  /** What holds in the end, and what the same request is answered then. */
  afterwards: (cast: Cast) => Promise<void>;
}

/** For each point: a request that passes it, how far it has got by then, and what must come of it. */
export const makePlays = (scene: Scene): Record<FaultPoint, Play> => {
  /** In the end everything is answered; while a process comes to itself again, perhaps not at once. */
  const remove = (owned: Owned): Promise<Answer> => scene.untilAnswered(() => scene.remove(owned));
  const sell = (parties: Cast['parties'], key: string = randomUUID()): Promise<Answer> =>
    scene.untilAnswered(() => scene.sell(parties, key));

  const isWhole = async ({ subject, parties }: Cast): Promise<void> => {
    expect(await scene.stateOf(subject)).toMatchObject({ there: true, delete_pending: false, fence_epoch: null });
    const { status, json } = await sell(parties);
    expect(status, json?.error).toBe(201);
    expect((await scene.untilAnswered(() => scene.removeSale(json.data.id))).status).toBe(200);
  };
  const wholeAndThenDeleted = async (cast: Cast): Promise<void> => {
    await isWhole(cast);
    expect((await remove(cast.subject)).status).toBe(200);
    expect((await remove(cast.subject)).status).toBe(404);
  };
  const gone = async ({ subject, parties }: Cast): Promise<void> => {
    expect((await scene.stateOf(subject)).there).toBe(false);
    expect((await remove(subject)).status).toBe(404);
    expect((await sell(parties)).status).toBe(404);
  };
  const refusedAgain =
    (words: string) =>
    async (cast: Cast): Promise<void> => {
      await isWhole(cast);
      expect(await remove(cast.subject)).toMatchObject({
        status: 409,
        json: { error: expect.stringContaining(words) },
      });
    };
  const renamed = async ({ subject }: Cast): Promise<void> => {
    const names = { nome: 'Nome novo', shown_nome: 'Nome novo' };
    expect(await scene.stateOf(subject)).toMatchObject({ ...names, rename_pending: false });
    expect((await scene.untilAnswered(() => scene.rename(subject, 'Nome novo'))).status).toBe(200);
    expect(await scene.nameInList(subject)).toBe('Nome novo');
  };
  const soldOnce = async ({ subject, parties, key }: Cast): Promise<void> => {
    const [first, second] = [await sell(parties, key), await sell(parties, key)];
    expect([first.status, second.status, second.replayed]).toEqual([201, 201, true]);
    expect(second.json).toEqual(first.json);
    expect(await scene.salesOf(subject)).toBe(1);
  };

  const deletion: Pick<Play, 'act' | 'answers'> = { act: ({ subject }) => scene.remove(subject), answers: [503] };
  const sold = ({ parties }: Cast) => scene.createSale(parties);
  const withLateProduct: Pick<Play, 'act' | 'answers'> = {
    act: ({ subject }) => scene.removeWhileProductAppears(subject),
    answers: [503],
  };
  const renaming: Pick<Play, 'act' | 'answers' | 'prepare' | 'afterwards'> = {
    prepare: sold,
    act: ({ subject }) => scene.rename(subject, 'Nome novo'),
    answers: [503],
    afterwards: renamed,
  };
  const sale: Pick<Play, 'act' | 'answers' | 'afterwards'> = {
    act: ({ parties, key }) => scene.sell(parties, key),
    answers: [503],
    afterwards: soldOnce,
  };
  const pending = { there: true, delete_pending: true };

  return {
    'delete.begun': {
      ...deletion,
      atThePoint: { ...pending, delete_epoch: 1, fence_epoch: null },
      afterwards: wholeAndThenDeleted,
    },
    'delete.fenced': {
      ...deletion,
      atThePoint: { ...pending, delete_epoch: 1, fence_epoch: 1 },
      afterwards: wholeAndThenDeleted,
    },
    'delete.refused': {
      ...deletion,
      prepare: sold,
      atThePoint: { ...pending, fence_epoch: null, voided_epoch: 1 },
      afterwards: refusedAgain('1 venda(s)'),
    },
    'delete.removed': { ...deletion, atThePoint: { there: false, fence_epoch: 1 }, afterwards: gone },
    // A product refuses the delete when sales has fenced it already: it has to be taken back.
    'take-back.claimed': {
      ...withLateProduct,
      answers: [409, 503],
      atThePoint: { ...pending, delete_epoch: 2, voided_epoch: 1, fence_epoch: null },
      afterwards: refusedAgain('1 produto(s)'),
    },
    'take-back.voided': {
      ...withLateProduct,
      answers: [409, 503],
      atThePoint: { ...pending, delete_epoch: 2, voided_epoch: 2, fence_epoch: null },
      afterwards: refusedAgain('1 produto(s)'),
    },
    'rename.written': {
      ...renaming,
      atThePoint: { nome: 'Nome novo', rename_pending: true, shown_nome: expect.not.stringContaining('novo') },
    },
    'rename.pushed': { ...renaming, atThePoint: { nome: 'Nome novo', rename_pending: true, shown_nome: 'Nome novo' } },
    'fence.set': { ...deletion, atThePoint: { ...pending, fence_epoch: 1 }, afterwards: wholeAndThenDeleted },
    'fence.voided': {
      ...withLateProduct,
      atThePoint: { ...pending, fence_epoch: null, voided_epoch: 1 },
      afterwards: refusedAgain('1 produto(s)'),
    },
    'reference.renamed': {
      ...renaming,
      atThePoint: { nome: 'Nome novo', rename_pending: true, shown_nome: 'Nome novo' },
    },
    'sale.checked': { ...sale, atThePoint: { sales: 0 } },
    'sale.created': { ...sale, atThePoint: { sales: 1 } },
  };
};
