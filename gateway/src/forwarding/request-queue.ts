import { makeTally } from '@representa/service-kit';
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

export interface RunningLimits {
  /** What one company may have running at a replica while others are active. */
  runningAmongOthers: number;
  /** What it may have running while no other company is active. */
  runningAlone: number;
}

/** A company counts as active for this long after a request. */
const activeMs = 10_000;
const never = { id: '', at: Number.NEGATIVE_INFINITY };

/** First come, first served. The requests of a company that has its share running are passed over until one of them ends. */
export const makeRequestQueue = (replicas: Replicas, limits: RunningLimits): RequestQueue => {
  const queued: QueuedRequest[] = [];
  const running = makeTally();
  /** The company of the last request. */
  let latest = never;
  /** Of the last request that was another company's. */
  let other = never;
  /** What one company may have running now. */
  const share = (): number => {
    const isAlone = performance.now() - other.at > activeMs;
    return (isAlone ? limits.runningAlone : limits.runningAmongOthers) * replicas.size();
  };

  const run = (request: QueuedRequest, replica: Replica): void => {
    replica.running += 1;
    running.add(request.empresa_id, 1);
    request.run(replica, () => {
      replica.running -= 1;
      running.add(request.empresa_id, -1);
      startQueued();
    });
  };

  const startQueued = (): void => {
    const max = share();
    for (;;) {
      const at = queued.findIndex(({ empresa_id }) => running.of(empresa_id) < max);
      const replica = at < 0 ? undefined : replicas.next();
      if (!replica) return;
      run(queued.splice(at, 1)[0] as QueuedRequest, replica);
    }
  };

  return {
    start: (request) => {
      if (request.empresa_id !== latest.id) other = latest;
      latest = { id: request.empresa_id, at: performance.now() };
      const replica = running.of(request.empresa_id) < share() ? replicas.next() : undefined;
      if (replica) run(request, replica);
      else queued.push(request);
    },
    remove: (request) => {
      const at = queued.indexOf(request);
      if (at >= 0) queued.splice(at, 1);
    },
  };
};
