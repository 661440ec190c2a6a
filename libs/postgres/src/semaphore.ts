import { DeadlinePassed } from './deadline-passed.ts';

/**
 * Admits as many queries as the pool has connections; the others queue here until their deadline. The driver's own queue
 * would send them ahead over busy connections, and a query that was sent can no longer be withdrawn.
 */
export const makeSemaphore = (slots: number) => {
  let free = slots;
  const queue = new Set<() => void>();
  const pauses = new Set<symbol>();

  /** Undefined when there is a free slot: the caller need not wait. */
  const acquire = (remainingMs: number): Promise<void> | undefined => {
    if (free > 0 && pauses.size === 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(admit);
        reject(new DeadlinePassed('all connections to the database were busy'));
      }, remainingMs);
      queue.add(admit);
    });
  };

  const admitQueued = (): void => {
    for (const admit of queue) {
      if (free === 0 || pauses.size > 0) return;
      free -= 1;
      queue.delete(admit);
      admit();
    }
  };

  const release = (): void => {
    free += 1;
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
