import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Slots } from '@representa/queues';
import { makeReplica, type Replica, type ReplicaTimes } from './replica.ts';

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
  { connections, ...replicaTimes }: ReplicaTimes & { connections: number },
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
