import { DeadlinePassed } from './deadline-passed.ts';

interface Waiter {
  enter: () => void;
}

/**
 * Lets in as many as there are places; the others wait their turn, in order, or until their deadline. The driver would
 * send what waits ahead of time over connections that are busy, and what has been sent can no longer be called back.
 */
export const makeGate = (places: number) => {
  let free = places;
  const waiting = new Set<Waiter>();
  const holders = new Set<symbol>();

  const enter = (remainingMs: number): Promise<void> | undefined => {
    if (free > 0 && holders.size === 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiter = {
        enter: (): void => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(new DeadlinePassed('the connections to the database were busy, or held, for too long'));
      }, remainingMs);
      waiting.add(waiter);
    });
  };

  const letIn = (): void => {
    for (const waiter of waiting) {
      if (free === 0 || holders.size > 0) return;
      free -= 1;
      waiting.delete(waiter);
      waiter.enter();
    }
  };

  const leave = (): void => {
    free += 1;
    letIn();
  };

  /** Lets nobody in, places or not, until all who hold it have let go. */
  const hold = (): (() => void) => {
    const holder = Symbol('holder');
    holders.add(holder);
    return () => {
      holders.delete(holder);
      letIn();
    };
  };

  return { enter, leave, hold, waiting: () => waiting.size };
};

export type Gate = ReturnType<typeof makeGate>;
