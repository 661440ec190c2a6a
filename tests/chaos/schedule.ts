import type { Burst, Card, FaultKind } from './deck.ts';
import type { FaultPoint } from './fault-points.ts';
import { makeRandom, type Random } from './random.ts';

export interface Fault {
  atMs: number;
  kind: FaultKind;
  /** `sales-2`, or the name of a server. */
  target: string;
  point: FaultPoint | undefined;
  /** Where another replica of the same service stops meanwhile. */
  sibling: { target: string; point: FaultPoint } | undefined;
  /** How long it is down, paused or stalled; for an armed one, how long it is waited for. */
  lastsMs: number;
  burst: Burst;
  /** From the beginning of the burst to the fault. */
  leadMs: number;
}

const servers: ReadonlySet<string> = new Set(['postgres', 'nats', 'redis']);

/** Longer than any timeout: a request has 1.8 s, a question 1 s, and the sweepers look at what is older than 3 s. */
const longPauseMs = [5_500, 6_500] as const;
/** Everybody waits for PostgreSQL, the sweepers too: it is enough that requests run out of time. */
const postgresPauseMs = [2_500, 3_500] as const;
const downMs = [0, 1_000] as const;
const armedMs = [2_000, 2_500] as const;

const durationOf = ({ kind, on }: Card): readonly [number, number] => {
  if (kind === 'arm') return armedMs;
  if (kind !== 'pause' && kind !== 'stall') return downMs;
  return on === 'postgres' ? postgresPauseMs : longPauseMs;
};

const draw = (random: Random, card: Card, replicas: number, atMs: number): Fault => {
  const { kind, on, bursts, points, siblingPoint } = card;
  const number = random.integer(1, replicas);
  return {
    atMs,
    kind,
    target: servers.has(on) ? on : `${on}-${number}`,
    point: points && random.pick(points),
    sibling:
      siblingPoint && replicas > 1 ? { target: `${on}-${(number % replicas) + 1}`, point: siblingPoint } : undefined,
    lastsMs: random.integer(...durationOf(card)),
    burst: random.pick(bursts),
    leadMs: random.integer(20, 70),
  };
};

/** About what a start takes. */
const recoveryMs = 800;

interface ScheduleOptions {
  seed: number;
  deck: readonly Card[];
  replicas: number;
  durationMs: number;
}

/** All that will be done to the system, decided beforehand by the seed alone. */
export const makeSchedule = ({ seed, deck, replicas, durationMs }: ScheduleOptions): Fault[] => {
  const random = makeRandom(seed, 'schedule');
  const faults: Fault[] = [];
  let next = 1_000;
  let quietAt = next;
  for (;;) {
    for (const card of random.shuffled(deck)) {
      const fault = draw(random, card, replicas, card.alone ? Math.max(next, quietAt) : next);
      if (fault.atMs >= durationMs) return faults;
      faults.push(fault);
      quietAt = Math.max(quietAt, fault.atMs + fault.lastsMs + recoveryMs);
      next = card.alone ? quietAt : fault.atMs + random.integer(400, 1_400);
    }
  }
};
