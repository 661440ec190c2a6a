import type { CompanyShares } from './company-shares.ts';
import type { Replica } from './replica.ts';
import type { Replicas } from './replicas.ts';

export interface QueuedRequest {
  readonly empresa_id: string;
  /** Sends the request, and calls `onFree` once, when its connection is free for the next one. */
  run(replica: Replica, onFree: () => void): void;
}

interface RequestQueue {
  /** Runs the request now if a replica and the company's share have room, otherwise when they have. */
  start(request: QueuedRequest): void;
  /** Takes out a request that was not run yet. */
  remove(request: QueuedRequest): void;
}

/** First come, first served, except that a company which has its share waits for its own. */
export const makeRequestQueue = (replicas: Replicas, shares: CompanyShares): RequestQueue => {
  const queued: QueuedRequest[] = [];
  const mayRun = ({ empresa_id }: QueuedRequest): boolean => shares.mayRun(empresa_id);

  const run = (request: QueuedRequest, replica: Replica): void => {
    replica.running += 1;
    const endRunning = shares.startRunning(request.empresa_id);
    request.run(replica, () => {
      replica.running -= 1;
      endRunning();
      startQueued();
    });
  };

  const startQueued = (): void => {
    for (;;) {
      const at = queued.findIndex(mayRun);
      const replica = at < 0 ? undefined : replicas.next();
      if (!replica) return;
      run(queued.splice(at, 1)[0] as QueuedRequest, replica);
    }
  };

  return {
    start: (request) => {
      const replica = mayRun(request) ? replicas.next() : undefined;
      if (replica) run(request, replica);
      else queued.push(request);
    },
    remove: (request) => {
      const at = queued.indexOf(request);
      if (at >= 0) queued.splice(at, 1);
    },
  };
};
