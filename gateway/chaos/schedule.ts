import { makeRandom, type Random } from './random.ts';

export type Service = 'gateway' | 'sales' | 'catalog' | 'clients';
export type Server = 'postgres' | 'nats' | 'redis';

/**
 * kill: SIGKILL, and a new start after a while. restart: an orderly stop and start. pause: SIGSTOP and SIGCONT.
 * stall: only the database connections of one process are paused, inside PostgreSQL. sever: they are cut.
 */
export type FaultKind = 'kill' | 'restart' | 'pause' | 'stall' | 'sever';

/** What is under way in numbers when the fault strikes. */
export type Burst = 'deletes' | 'renames' | 'sales' | 'creations' | 'races';

export interface Fault {
  atMs: number;
  kind: FaultKind;
  /** `sales-2`, or the name of a server. */
  target: string;
  /** How long it is down, paused or stalled. */
  lastsMs: number;
  burst: Burst;
  /** From the beginning of the burst to the fault. */
  leadMs: number;
}

interface Card {
  kind: FaultKind;
  on: Service | Server;
  bursts: readonly [Burst, ...Burst[]];
}

const anything: Card['bursts'] = ['deletes', 'renames', 'sales', 'creations', 'races'];
const owners = ['deletes', 'deletes', 'renames', 'creations'] as const;

/** Dealt in random order, again and again: in each round everything happens that is listed here. */
const deck: readonly Card[] = [
  { kind: 'kill', on: 'clients', bursts: owners },
  { kind: 'kill', on: 'clients', bursts: ['renames'] },
  { kind: 'kill', on: 'catalog', bursts: owners },
  { kind: 'kill', on: 'catalog', bursts: ['renames'] },
  { kind: 'kill', on: 'sales', bursts: ['sales'] },
  { kind: 'kill', on: 'sales', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'sales', bursts: ['races'] },
  { kind: 'kill', on: 'gateway', bursts: ['sales', 'creations'] },
  { kind: 'kill', on: 'gateway', bursts: ['deletes'] },
  { kind: 'restart', on: 'clients', bursts: anything },
  { kind: 'restart', on: 'sales', bursts: anything },
  { kind: 'pause', on: 'clients', bursts: ['deletes', 'renames'] },
  { kind: 'pause', on: 'catalog', bursts: ['deletes', 'renames'] },
  { kind: 'pause', on: 'sales', bursts: ['deletes'] },
  { kind: 'pause', on: 'sales', bursts: ['sales', 'renames'] },
  { kind: 'pause', on: 'gateway', bursts: ['creations', 'sales'] },
  { kind: 'stall', on: 'clients', bursts: ['deletes'] },
  { kind: 'stall', on: 'clients', bursts: ['deletes'] },
  { kind: 'stall', on: 'catalog', bursts: ['deletes'] },
  { kind: 'stall', on: 'sales', bursts: ['sales', 'deletes'] },
  { kind: 'sever', on: 'sales', bursts: ['sales', 'races'] },
  { kind: 'sever', on: 'catalog', bursts: ['creations', 'deletes'] },
  { kind: 'kill', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'kill', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'pause', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'kill', on: 'postgres', bursts: anything },
  { kind: 'pause', on: 'postgres', bursts: anything },
  { kind: 'kill', on: 'redis', bursts: anything },
  { kind: 'pause', on: 'redis', bursts: anything },
];

const servers: ReadonlySet<string> = new Set<Server>(['postgres', 'nats', 'redis']);

/** Longer than any timeout: a request has 1.8 s, a question 1 s, and the sweepers look at what is older than 3 s. */
const longPauseMs = [5_500, 6_500] as const;

const draw = (random: Random, { kind, on, bursts }: Card, replicas: number, atMs: number): Fault => ({
  atMs,
  kind,
  target: servers.has(on) ? on : `${on}-${random.integer(1, replicas)}`,
  lastsMs: kind === 'pause' || kind === 'stall' ? random.integer(...longPauseMs) : random.integer(0, 1_200),
  burst: random.pick(bursts),
  leadMs: random.integer(0, 30),
});

interface ScheduleOptions {
  seed: number;
  replicas: number;
  durationMs: number;
}

/** All that will be done to the system, decided beforehand by the seed alone. */
export const makeSchedule = ({ seed, replicas, durationMs }: ScheduleOptions): Fault[] => {
  const random = makeRandom(seed, 'schedule');
  const faults: Fault[] = [];
  let atMs = 1_000;
  for (;;) {
    for (const card of random.shuffled(deck)) {
      if (atMs >= durationMs) return faults;
      faults.push(draw(random, card, replicas, atMs));
      atMs += random.integer(500, 1_800);
    }
  }
};
