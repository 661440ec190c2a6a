import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { limits, makeFairQueue, Refused, type Slots, type Turn } from '@representa/queues';
import { makeReplica, type Replica, type ReplicaTimes } from './replica.ts';
import type { ServiceRequest } from './service-request.ts';

/** One service, behind the queue for the connections to its replicas. */
export interface Service {
  /** The address that was given first. */
  readonly origin: string;
  /** Waits for a connection until the request's deadline. Throws, or rejects with, Refused. */
  enter(request: ServiceRequest): Turn<Replica> | Promise<Turn<Replica>>;
  /** How many requests run and wait. */
  inside(): number;
  insideOf(empresa_id: string): number;
  close(): void;
}

export interface ServiceLimits extends ReplicaTimes {
  /** The most connections to one replica. */
  connections: number;
  /** What one company may have running at a replica while others are active. */
  ofCompanyAmongOthers: number;
  /** The same while no other company is active. */
  ofCompanyAlone: number;
  /** The most requests, running and waiting. So a service that hangs does not use up the gateway. */
  maxInside: number;
  maxInsideOfCompany: number;
}

const times: ReplicaTimes = { connectMs: 500, stallMs: 5_000 };

export const ordinaryLimits = (inside: Pick<ServiceLimits, 'maxInside' | 'maxInsideOfCompany'>): ServiceLimits => ({
  ...times,
  ...limits.replica,
  ...inside,
});

/** Their requests have connections of their own. */
export const longPollLimits: ServiceLimits = {
  ...times,
  connections: limits.longPoll.connections,
  ofCompanyAmongOthers: limits.longPoll.ofCompany,
  ofCompanyAlone: limits.longPoll.ofCompany,
  maxInside: Number.POSITIVE_INFINITY,
  maxInsideOfCompany: limits.longPoll.ofCompany,
};

export const makeService = (
  limiter: 'queue' | 'long-poll',
  origins: readonly string[],
  { ofCompanyAlone, ofCompanyAmongOthers, maxInside, maxInsideOfCompany, ...replicaLimits }: ServiceLimits,
): Service => {
  const replicas = makeReplicas(origins, replicaLimits, () => queue.startNext());
  const maxOfCompany = (isAlone: boolean): number =>
    (isAlone ? ofCompanyAlone : ofCompanyAmongOthers) * replicas.size();
  const queue = makeFairQueue(limiter, { maxOfCompany, maxInside, maxInsideOfCompany }, replicas);

  return {
    origin: origins[0] as string,
    enter: (request) => {
      const { empresa_id: company, deadline, isLongPoll, hasCallerLeft } = request;
      if (hasCallerLeft()) throw new Refused(limiter, 'left');
      // Those who wait for a change are not queued: the ones before them wait as long, so they would not be sent before their deadline.
      if (isLongPoll && queue.insideOf(company) < maxInsideOfCompany && !replicas.hasFree())
        throw new Refused(limiter, 'all');
      let stopListening = (): void => {};
      const onWait = (leave: () => void): void => {
        stopListening = request.onceCallerLeft(leave);
      };
      const entered = queue.enter({ company, deadline, onWait });
      return entered instanceof Promise ? entered.finally(stopListening) : entered;
    },
    inside: queue.inside,
    insideOf: queue.insideOf,
    close: replicas.close,
  };
};

export interface Replicas extends Slots<Replica> {
  hasFree(): boolean;
  size(): number;
  close(): void;
}

interface Resolving {
  resolve: (origin: string) => Promise<string[]>;
  /** Names are looked up again after this time. */
  everyMs: number;
  /** The same, after a lookup that failed. */
  retryMs: number;
}

/**
 * The addresses behind a name, as the system looks it up (hosts file, search domains): origins with addresses instead
 * of the name.
 */
const resolveOrigin = async (origin: string): Promise<string[]> => {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return [origin];
  const found = await lookup(host, { all: true, family: host === 'localhost' ? 4 : 0 });
  return found.map(({ address, family }) => {
    url.hostname = family === 6 ? `[${address}]` : address;
    return url.origin;
  });
};

/** A cluster's DNS keeps the addresses of its services for 5 s (CoreDNS). */
const defaultResolving: Resolving = { resolve: resolveOrigin, everyMs: 5_000, retryMs: 1_000 };

/** A service's replicas: the addresses that the given names stand for in DNS at the moment. `onMore`: there may be free ones. */
export const makeReplicas = (
  origins: readonly string[],
  { connections, ...replicaTimes }: ReplicaTimes & Pick<ServiceLimits, 'connections'>,
  onMore = (): void => {},
  { resolve, everyMs, retryMs } = defaultResolving,
): Replicas => {
  const replicas = new Map<string, Replica>();
  const addresses = new Map<string, string[]>(origins.map((origin) => [origin, [origin]]));
  const timers = new Set<NodeJS.Timeout>();
  let turn = 0;
  let closed = false;

  const isOnly = (): boolean => replicas.size < 2;

  /** Adds replicas that are new in DNS, and removes those that are no longer there. */
  const follow = (): void => {
    const current = new Set([...addresses.values()].flat());
    for (const origin of current)
      if (!replicas.has(origin))
        replicas.set(origin, makeReplica({ origin, connections, ...replicaTimes, isOnly, onReady: onMore }));
    for (const [origin, replica] of replicas) {
      if (current.has(origin)) continue;
      replicas.delete(origin);
      replica.close();
    }
  };

  /** A name that DNS does not know at the moment keeps the addresses that it had. */
  const resolveAgain = async (origin: string): Promise<void> => {
    const found = await resolve(origin).catch(() => undefined);
    if (closed) return;
    if (found) addresses.set(origin, found);
    follow();
    onMore();
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void resolveAgain(origin);
      },
      found ? everyMs : retryMs,
    );
    timers.add(timer);
  };

  /** The ready ones that have a connection free; all that have one when none is ready. */
  const candidates = (): Replica[] => {
    const all = [...replicas.values()];
    const ready = all.filter((replica) => replica.ready);
    return (ready.length > 0 ? ready : all).filter(({ running }) => running < connections);
  };

  follow();
  for (const origin of origins) void resolveAgain(origin);

  return {
    take: () => {
      const free = candidates();
      turn = (turn + 1) % Math.max(1, free.length);
      const replica = free[turn];
      if (replica) replica.running += 1;
      return replica;
    },
    giveBack: (replica) => {
      replica.running -= 1;
    },
    hasFree: () => candidates().length > 0,
    size: () => replicas.size,
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const replica of replicas.values()) replica.destroy();
    },
  };
};
