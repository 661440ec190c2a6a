import { makeRandom, type Random } from '@representa/testing';
import type { FaultPoint } from './fault-points.ts';
import type { Burst, FaultKind, FaultSpec } from './fault-specs.ts';

export interface Fault {
  atMs: number;
  kind: FaultKind;
  /** A replica such as `sales-2`, or a server. */
  target: string;
  point: FaultPoint | undefined;
  /** Another replica of the same service, and the fault point at which it is suspended. */
  sibling: { target: string; point: FaultPoint } | undefined;
  /** How long the target is down, paused or stalled. For an armed target, the time until it must reach its point. */
  lastsMs: number;
  burst: Burst;
  /** The time from the start of the burst to the fault. */
  leadMs: number;
}

const servers: ReadonlySet<string> = new Set(['postgres', 'nats', 'redis']);

/** Longer than every deadline: 1.8 s for a request, 1 s for a NATS request, and sweepers act after 3 s. */
const longPauseMs = [5_500, 6_500] as const;
/** A paused PostgreSQL stops the sweepers too, so it is enough to exceed the deadline of requests. */
const postgresPauseMs = [2_500, 3_500] as const;
const downMs = [0, 1_000] as const;
const armedMs = [2_000, 2_500] as const;

const durationOf = ({ kind, on }: FaultSpec): readonly [number, number] => {
  if (kind === 'arm') return armedMs;
  if (kind !== 'pause' && kind !== 'stall') return downMs;
  return on === 'postgres' ? postgresPauseMs : longPauseMs;
};

const makeFault = (random: Random, spec: FaultSpec, replicas: number, atMs: number): Fault => {
  const { kind, on, bursts, points, siblingPoint } = spec;
  const number = random.integer(1, replicas);
  return {
    atMs,
    kind,
    target: servers.has(on) ? on : `${on}-${number}`,
    point: points && random.pick(points),
    sibling:
      siblingPoint && replicas > 1 ? { target: `${on}-${(number % replicas) + 1}`, point: siblingPoint } : undefined,
    lastsMs: random.integer(...durationOf(spec)),
    burst: random.pick(bursts),
    leadMs: random.integer(20, 70),
  };
};

/** About the duration of a start. */
const recoveryMs = 800;

interface ScheduleOptions {
  seed: number;
  specs: readonly FaultSpec[];
  replicas: number;
  durationMs: number;
}

/** All faults of a run. The seed alone decides them. */
export const makeSchedule = ({ seed, specs, replicas, durationMs }: ScheduleOptions): Fault[] => {
  const random = makeRandom(seed, 'schedule');
  const faults: Fault[] = [];
  let next = 1_000;
  let idleAt = next;
  for (;;) {
    for (const spec of random.shuffled(specs)) {
      const fault = makeFault(random, spec, replicas, spec.alone ? Math.max(next, idleAt) : next);
      if (fault.atMs >= durationMs) return faults;
      faults.push(fault);
      idleAt = Math.max(idleAt, fault.atMs + fault.lastsMs + recoveryMs);
      next = spec.alone ? idleAt : fault.atMs + random.integer(400, 1_400);
    }
  }
};
