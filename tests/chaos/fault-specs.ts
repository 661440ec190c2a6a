import type { FaultPoint } from './fault-points.ts';

export type Service = 'gateway' | 'sales' | 'catalog' | 'clients';
export type Server = 'postgres' | 'nats' | 'redis';

/**
 * - kill: SIGKILL, and a start after a while
 * - restart: an orderly stop and start
 * - pause: SIGSTOP, and SIGCONT after a while
 * - stall: SIGSTOP to the PostgreSQL backends of one process
 * - sever: SIGTERM to the PostgreSQL backends of one process
 * - arm: a restart with a fault point, at which the process kills itself
 * - none: no fault, only the burst of requests
 */
export type FaultKind = 'kill' | 'restart' | 'pause' | 'stall' | 'sever' | 'arm' | 'none';

/** The kind of requests that are in flight, many at a time, when the fault happens. */
export type Burst = 'deletes' | 'few deletes' | 'renames' | 'sales' | 'creations' | 'races';

export interface FaultSpec {
  kind: FaultKind;
  on: Service | Server;
  bursts: readonly [Burst, ...Burst[]];
  /** No other fault at the same time, so that the other processes finish what this one has begun. */
  alone?: boolean;
  /** One of them is chosen. An armed process dies there; a stalled one loses its database from there on. */
  points?: readonly [FaultPoint, ...FaultPoint[]];
  /** The fault point at which another replica of the same service is suspended. */
  siblingPoint?: FaultPoint;
}

const anyBurst: FaultSpec['bursts'] = ['deletes', 'renames', 'sales', 'creations', 'races'];

/** The faults of a short run. A round takes about half a minute, more than half of it for those that run alone. */
export const shortFaults: readonly FaultSpec[] = [
  { kind: 'none', on: 'gateway', bursts: ['races'], alone: true },
  { kind: 'none', on: 'gateway', bursts: ['races'], alone: true },
  { kind: 'kill', on: 'clients', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'catalog', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'sales', bursts: ['sales', 'races'] },
  { kind: 'kill', on: 'gateway', bursts: ['sales', 'creations'] },
  { kind: 'kill', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'kill', on: 'postgres', bursts: anyBurst },
  { kind: 'kill', on: 'redis', bursts: anyBurst },
  { kind: 'arm', on: 'clients', bursts: ['renames'], points: ['rename.written'] },
  { kind: 'arm', on: 'catalog', bursts: ['deletes'], points: ['delete.begun', 'delete.fenced'] },
  { kind: 'arm', on: 'sales', bursts: ['sales'], points: ['sale.created'] },
  { kind: 'sever', on: 'sales', bursts: ['sales', 'races'] },
  { kind: 'pause', on: 'gateway', bursts: ['creations', 'sales'] },
  { kind: 'pause', on: 'sales', bursts: ['deletes'], alone: true },
  {
    kind: 'stall',
    on: 'clients',
    bursts: ['few deletes'],
    alone: true,
    points: ['delete.fenced'],
    siblingPoint: 'take-back.voided',
  },
];

/** The faults of a long run. Each round contains all of them, in random order. */
export const fullFaults: readonly FaultSpec[] = [
  ...shortFaults,
  { kind: 'kill', on: 'sales', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'gateway', bursts: ['deletes'] },
  { kind: 'kill', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'restart', on: 'clients', bursts: anyBurst },
  { kind: 'restart', on: 'catalog', bursts: anyBurst },
  { kind: 'restart', on: 'sales', bursts: anyBurst },
  { kind: 'restart', on: 'gateway', bursts: anyBurst },
  { kind: 'arm', on: 'clients', bursts: ['deletes'], points: ['delete.begun', 'delete.fenced', 'delete.removed'] },
  { kind: 'arm', on: 'catalog', bursts: ['renames'], points: ['rename.written', 'rename.pushed'] },
  {
    kind: 'arm',
    on: 'catalog',
    bursts: ['deletes'],
    points: ['take-back.claimed', 'take-back.voided', 'delete.refused'],
  },
  { kind: 'arm', on: 'sales', bursts: ['deletes'], points: ['fence.set', 'fence.voided'] },
  { kind: 'arm', on: 'sales', bursts: ['renames'], points: ['reference.renamed'] },
  { kind: 'arm', on: 'sales', bursts: ['sales'], points: ['sale.checked'] },
  { kind: 'sever', on: 'clients', bursts: ['creations', 'renames'] },
  { kind: 'sever', on: 'catalog', bursts: ['creations', 'deletes'] },
  { kind: 'pause', on: 'clients', bursts: ['deletes', 'renames'] },
  { kind: 'pause', on: 'catalog', bursts: ['deletes', 'renames'] },
  { kind: 'pause', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'pause', on: 'postgres', bursts: anyBurst },
  { kind: 'pause', on: 'redis', bursts: anyBurst },
  { kind: 'stall', on: 'sales', bursts: ['sales'], points: ['sale.checked'] },
  {
    kind: 'stall',
    on: 'catalog',
    bursts: ['few deletes'],
    alone: true,
    points: ['delete.fenced'],
    siblingPoint: 'take-back.voided',
  },
];
