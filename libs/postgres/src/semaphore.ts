import { DeadlinePassed } from './errors.ts';

interface Waiting {
  tenant: string | undefined;
  admit: () => void;
}

/** While one company waits for its own locks, the others still find a connection. */
const tenantShare = 3 / 4;

/**
 * Admits as many queries as the pool has connections; the others queue here until their deadline. The driver's own queue
 * would send them ahead over busy connections, and a query that was sent can no longer be withdrawn. No tenant has more
 * than its share at a time, so that one with slow queries does not keep the others waiting.
 */
export const makeSemaphore = (slots: number) => {
  const mostOfTenant = Math.max(1, Math.floor(slots * tenantShare));
  const byTenant = new Map<string, number>();
  const queue = new Set<Waiting>();
  const pauses = new Set<symbol>();
  let free = slots;

  const hasRoom = (tenant: string | undefined): boolean =>
    free > 0 && pauses.size === 0 && (tenant === undefined || (byTenant.get(tenant) ?? 0) < mostOfTenant);

  const take = (tenant: string | undefined): void => {
    free -= 1;
    if (tenant !== undefined) byTenant.set(tenant, (byTenant.get(tenant) ?? 0) + 1);
  };

  /** Undefined when there is a free slot: the caller need not wait. */
  const acquire = (remainingMs: number, tenant?: string): Promise<void> | undefined => {
    if (hasRoom(tenant)) {
      take(tenant);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        tenant,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject(new DeadlinePassed('all connections to the database were busy'));
      }, remainingMs);
      queue.add(waiting);
    });
  };

  const admitQueued = (): void => {
    for (const waiting of queue) {
      if (free === 0 || pauses.size > 0) return;
      if (!hasRoom(waiting.tenant)) continue;
      take(waiting.tenant);
      queue.delete(waiting);
      waiting.admit();
    }
  };

  const release = (tenant?: string): void => {
    free += 1;
    if (tenant !== undefined) {
      const left = (byTenant.get(tenant) ?? 1) - 1;
      if (left > 0) byTenant.set(tenant, left);
      else byTenant.delete(tenant);
    }
    admitQueued();
  };

  /** Admits nobody until every pause has ended. Returns how to end this one. */
  const pause = (): (() => void) => {
    const own = Symbol('pause');
    pauses.add(own);
    return () => {
      pauses.delete(own);
      admitQueued();
    };
  };

  return { acquire, release, pause, queued: () => queue.size };
};

export type Semaphore = ReturnType<typeof makeSemaphore>;
