import { makeReplica, type Replica, type ReplicaLimits } from './replica.ts';
import { resolveOrigin } from './resolve.ts';

export interface Replicas {
  /** The next in turn among the ready ones that have a connection free; among all when none is ready. */
  next(): Replica | undefined;
  hasNext(): boolean;
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

/** A cluster's DNS keeps the addresses of its services for 5 s (CoreDNS). */
const defaultResolving: Resolving = { resolve: resolveOrigin, everyMs: 5_000, retryMs: 1_000 };

/** A service's replicas: the addresses that the given names stand for in DNS at the moment. */
export const makeReplicas = (
  origins: readonly string[],
  limits: ReplicaLimits,
  { resolve, everyMs, retryMs } = defaultResolving,
): Replicas => {
  const replicas = new Map<string, Replica>();
  const addresses = new Map<string, string[]>(origins.map((origin) => [origin, [origin]]));
  const timers = new Set<NodeJS.Timeout>();
  let turn = 0;
  let closed = false;

  /** Adds replicas that are new in DNS, and removes those that are no longer there. */
  const follow = (): void => {
    const current = new Set([...addresses.values()].flat());
    for (const origin of current)
      if (!replicas.has(origin)) replicas.set(origin, makeReplica({ origin, limits, isOnly: () => replicas.size < 2 }));
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
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void resolveAgain(origin);
      },
      found ? everyMs : retryMs,
    );
    timers.add(timer);
  };

  const candidates = (): Replica[] => {
    const all = [...replicas.values()];
    const ready = all.filter((replica) => replica.ready);
    return (ready.length > 0 ? ready : all).filter(({ running }) => running < limits.connections);
  };

  follow();
  for (const origin of origins) void resolveAgain(origin);

  return {
    next: () => {
      const free = candidates();
      turn = (turn + 1) % Math.max(1, free.length);
      return free[turn];
    },
    hasNext: () => candidates().length > 0,
    size: () => replicas.size,
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const replica of replicas.values()) replica.destroy();
    },
  };
};
