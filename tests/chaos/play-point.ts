import { randomUUID } from 'node:crypto';
import type { ReferenceKind } from '@representa/contracts';
import { expect } from 'vitest';
import type { Answer } from './api.ts';
import type { FaultPoint } from './fault-points.ts';
import { type Cast, makePlays, type Play } from './plays.ts';
import type { Scene } from './scene.ts';

type Signal = 'SIGKILL' | 'SIGSTOP';

const ofSales: ReadonlySet<FaultPoint> = new Set([
  'fence.set',
  'fence.voided',
  'reference.renamed',
  'sale.checked',
  'sale.created',
]);

/** Only representadas have products, which refuse a delete that sales has agreed to. */
const ofProducts: ReadonlySet<FaultPoint> = new Set(['take-back.claimed', 'take-back.voided', 'fence.voided']);

const cast = async (scene: Scene, kind: ReferenceKind): Promise<Cast> => {
  const parties = { client: await scene.createOwned('client'), representada: await scene.createOwned('representada') };
  return { subject: parties[kind], parties, key: randomUUID() };
};

/** The gateway sends requests to replicas in turn: one of the first few comes to the armed one. */
const playUntilThePoint = async (scene: Scene, play: Play, kind: ReferenceKind, label: string, signal: Signal) => {
  for (let tries = 0; tries < 6; tries++) {
    const actors = await cast(scene, kind);
    await play.prepare?.(actors);
    const answering = play.act(actors);
    if (await scene.isAtItsPoint(label, signal, 1_000)) return { actors, answering };
    await answering;
    // One request more, or two, so that the next try takes another turn.
    for (let more = tries % 2; more >= 0; more--) await scene.ask({ method: 'GET', path: `/${kind}s` });
  }
  throw new Error(`${label} never got to its point`);
};

const checkState = async (scene: Scene, { subject }: Cast, { sales, ...state }: Play['atThePoint']): Promise<void> => {
  expect(await scene.stateOf(subject)).toMatchObject(state);
  if (sales !== undefined) expect(await scene.salesOf(subject)).toBe(sales);
};

const checkAnswer = ({ status, start, end }: Answer, allowed: readonly number[]): void => {
  expect(allowed).toContain(status);
  expect(end - start).toBeLessThan(4_000);
};

/** Stops a process at a point, sees that it is there, and has it start or go on as `resume` says; then all must be well. */
export const playPoint = async (
  scene: Scene,
  point: FaultPoint,
  signal: Signal,
  owner: ReferenceKind,
  resume: (label: string, stoppedAt: number) => Promise<void>,
): Promise<void> => {
  const play = makePlays(scene)[point];
  const kind = ofProducts.has(point) ? 'representada' : owner;
  const label = ofSales.has(point) ? 'sales-1' : kind === 'client' ? 'clients-1' : 'catalog-1';
  await scene.arm(label, `${point}:${signal}`);
  const { actors, answering } = await playUntilThePoint(scene, play, kind, label, signal);
  const stoppedAt = performance.now();
  await checkState(scene, actors, play.atThePoint);
  checkAnswer(await answering, play.answers);
  await resume(label, stoppedAt);
  await scene.nothingPending();
  await play.afterwards(actors);
  await scene.nothingPending();
};
