import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReferenceKind } from '@representa/contracts';
import { expect } from 'vitest';
import type { Answer } from './api.ts';
import type { FaultPoint } from './fault-points.ts';
import { makeScenarios, type Records, type Scenario } from './scenarios.ts';
import type { TestSystem } from './test-system.ts';

type Signal = 'SIGKILL' | 'SIGSTOP';

const pointsOfSales: ReadonlySet<FaultPoint> = new Set([
  'fence.set',
  'fence.voided',
  'reference.renamed',
  'sale.checked',
  'sale.created',
]);

/** Reached only when a product refuses the delete after sales has set the fence. Only representadas have products. */
const pointsWithProduct: ReadonlySet<FaultPoint> = new Set(['take-back.claimed', 'take-back.voided', 'fence.voided']);

const createRecords = async (system: TestSystem, kind: ReferenceKind): Promise<Records> => {
  const parties = {
    client: await system.createOwned('client'),
    representada: await system.createOwned('representada'),
  };
  return { subject: parties[kind], parties, key: randomUUID() };
};

/** Whether the request stops the process. A request that went to another replica is answered. */
const isReachedBy = async (
  system: TestSystem,
  answering: Promise<Answer>,
  label: string,
  signal: Signal,
): Promise<boolean> => {
  const answered = answering.then(() => true);
  while (!(await Promise.race([answered, pause(0, false)]))) if (await system.reachesPoint(label, signal)) return true;
  // The answer may come before the news of the process.
  return system.reachesPoint(label, signal, 200);
};

/** The gateway uses its replicas in turn, so one of a few requests goes to the armed replica. */
const runUntilPoint = async (
  system: TestSystem,
  scenario: Scenario,
  kind: ReferenceKind,
  label: string,
  signal: Signal,
) => {
  for (let tries = 0; tries < 6; tries++) {
    const records = await createRecords(system, kind);
    await scenario.prepare?.(records);
    const answering = scenario.request(records);
    if (await isReachedBy(system, answering, label, signal)) return { records, answering };
    // One or two more requests, so that the next try goes to another replica.
    for (let more = tries % 2; more >= 0; more--) await system.ask({ method: 'GET', path: `/${kind}s` });
  }
  throw new Error(`${label} did not reach its fault point`);
};

const checkState = async (
  system: TestSystem,
  { subject }: Records,
  { sales, ...state }: Scenario['stateAtPoint'],
): Promise<void> => {
  expect(await system.stateOf(subject)).toMatchObject(state);
  if (sales !== undefined) expect(await system.salesOf(subject)).toBe(sales);
};

const checkAnswer = ({ status, start, end }: Answer, allowed: readonly number[]): void => {
  expect(allowed).toContain(status);
  expect(end - start).toBeLessThan(4_000);
};

/** Stops a process at a fault point, checks the state there, restarts or resumes the process, and checks the outcome. */
export const runScenario = async (
  system: TestSystem,
  point: FaultPoint,
  signal: Signal,
  owner: ReferenceKind,
  resume: (label: string, stoppedAt: number) => Promise<void>,
): Promise<void> => {
  const scenario = makeScenarios(system)[point];
  const kind = pointsWithProduct.has(point) ? 'representada' : owner;
  const label = pointsOfSales.has(point) ? 'sales-1' : kind === 'client' ? 'clients-1' : 'catalog-1';
  system.arm(label, `${point}:${signal}`);
  const { records, answering } = await runUntilPoint(system, scenario, kind, label, signal);
  const stoppedAt = performance.now();
  await checkState(system, records, scenario.stateAtPoint);
  checkAnswer(await answering, scenario.answers);
  await resume(label, stoppedAt);
  await system.nothingPending();
  await scenario.verify(records);
  await system.nothingPending();
};
