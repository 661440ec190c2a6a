import { DeadlinePassed } from './errors.ts';

interface Waiting {
  company: string | undefined;
  admit: () => void;
}

/** While one company waits for its own locks, the others still find a connection. */
const companyShare = 3 / 4;

/**
 * Admits as many queries as the pool has connections; the others queue here until their deadline. The driver's own queue
 * would send them ahead over busy connections, and a query that was sent can no longer be withdrawn. No company has more
 * than its share at a time, so that one with slow queries does not keep the others waiting.
 */
export const makeSemaphore = (slots: number) => {
  const maxOfCompany = Math.max(1, Math.floor(slots * companyShare));
  const byCompany = new Map<string, number>();
  const queue = new Set<Waiting>();
  const pauses = new Set<symbol>();
  let free = slots;

  const hasRoom = (company: string | undefined): boolean =>
    free > 0 && pauses.size === 0 && (company === undefined || (byCompany.get(company) ?? 0) < maxOfCompany);

  const take = (company: string | undefined): void => {
    free -= 1;
    if (company !== undefined) byCompany.set(company, (byCompany.get(company) ?? 0) + 1);
  };

  /** Undefined when there is a free slot: the caller need not wait. */
  const acquire = (remainingMs: number, company?: string): Promise<void> | undefined => {
    if (hasRoom(company)) {
      take(company);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        company,
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
      if (!hasRoom(waiting.company)) continue;
      take(waiting.company);
      queue.delete(waiting);
      waiting.admit();
    }
  };

  const release = (company?: string): void => {
    free += 1;
    if (company !== undefined) {
      const left = (byCompany.get(company) ?? 1) - 1;
      if (left > 0) byCompany.set(company, left);
      else byCompany.delete(company);
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
