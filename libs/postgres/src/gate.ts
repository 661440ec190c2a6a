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

  const enter = (remainingMs: number): Promise<void> | undefined => {
    if (free > 0) {
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
        reject(new DeadlinePassed('all connections to the database were busy for too long'));
      }, remainingMs);
      waiting.add(waiter);
    });
  };

  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next.enter();
  };

  return { enter, leave, waiting: () => waiting.size };
};

export type Gate = ReturnType<typeof makeGate>;
