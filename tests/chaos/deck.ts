import type { FaultPoint } from './fault-points.ts';

export type Service = 'gateway' | 'sales' | 'catalog' | 'clients';
export type Server = 'postgres' | 'nats' | 'redis';

/**
 * kill: SIGKILL, and a new start after a while. restart: an orderly stop and start. pause: SIGSTOP and SIGCONT.
 * stall: only the database connections of one process are paused, inside PostgreSQL. sever: they are cut.
 * arm: it is started anew with a fault point, and killed by itself when it gets there. none: the callers alone.
 */
export type FaultKind = 'kill' | 'restart' | 'pause' | 'stall' | 'sever' | 'arm' | 'none';

/** What is under way in numbers when the fault strikes. */
export type Burst = 'deletes' | 'few deletes' | 'renames' | 'sales' | 'creations' | 'races';

export interface Card {
  kind: FaultKind;
  on: Service | Server;
  bursts: readonly [Burst, ...Burst[]];
  /** Nothing else happens meanwhile: all others shall go on with what this one has begun. */
  alone?: boolean;
  /** One of them is chosen. One that is armed dies there; one that is stalled is so from there on. */
  points?: readonly [FaultPoint, ...FaultPoint[]];
  /** Where another replica of the same service stops meanwhile. */
  siblingPoint?: FaultPoint;
}

const anything: Card['bursts'] = ['deletes', 'renames', 'sales', 'creations', 'races'];

/** What the shortest run has to go through: about half a minute. */
export const shortDeck: readonly Card[] = [
  { kind: 'none', on: 'gateway', bursts: ['races'], alone: true },
  { kind: 'none', on: 'gateway', bursts: ['races'], alone: true },
  { kind: 'kill', on: 'clients', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'catalog', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'sales', bursts: ['sales', 'races'] },
  { kind: 'kill', on: 'gateway', bursts: ['sales', 'creations'] },
  { kind: 'kill', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'kill', on: 'postgres', bursts: anything },
  { kind: 'kill', on: 'redis', bursts: anything },
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

/** Dealt in random order, again and again: in each round everything happens that is listed here. */
export const fullDeck: readonly Card[] = [
  ...shortDeck,
  { kind: 'kill', on: 'sales', bursts: ['deletes', 'renames'] },
  { kind: 'kill', on: 'gateway', bursts: ['deletes'] },
  { kind: 'kill', on: 'nats', bursts: ['deletes', 'sales', 'renames'] },
  { kind: 'restart', on: 'clients', bursts: anything },
  { kind: 'restart', on: 'catalog', bursts: anything },
  { kind: 'restart', on: 'sales', bursts: anything },
  { kind: 'restart', on: 'gateway', bursts: anything },
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
  { kind: 'pause', on: 'postgres', bursts: anything },
  { kind: 'pause', on: 'redis', bursts: anything },
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
