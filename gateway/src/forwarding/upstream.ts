import { limits, makeFairQueue, Refused, type Turn } from '@representa/queues';
import type { Replica, ReplicaTimes } from './replica.ts';
import { makeReplicas } from './replicas.ts';
import type { ServiceRequest } from './service-request.ts';

/** One service, behind the queue for the connections to its replicas. */
export interface Upstream {
  /** The address that was given first. */
  readonly origin: string;
  /** Waits for a connection until the request's deadline. Throws, or rejects with, Refused. */
  enter(request: ServiceRequest): Turn<Replica> | Promise<Turn<Replica>>;
  /** How many requests run and wait. */
  inside(): number;
  insideOf(empresa_id: string): number;
  close(): void;
}

export interface UpstreamLimits extends ReplicaTimes {
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

export const ordinaryLimits = (inside: Pick<UpstreamLimits, 'maxInside' | 'maxInsideOfCompany'>): UpstreamLimits => ({
  ...times,
  ...limits.replica,
  ...inside,
});

/** Their requests have connections of their own. */
export const longPollLimits: UpstreamLimits = {
  ...times,
  connections: limits.longPoll.connections,
  ofCompanyAmongOthers: limits.longPoll.ofCompany,
  ofCompanyAlone: limits.longPoll.ofCompany,
  maxInside: Number.POSITIVE_INFINITY,
  maxInsideOfCompany: limits.longPoll.ofCompany,
};

export const makeUpstream = (
  limiter: 'replica' | 'long-poll',
  origins: readonly string[],
  { ofCompanyAlone, ofCompanyAmongOthers, maxInside, maxInsideOfCompany, ...replicaLimits }: UpstreamLimits,
): Upstream => {
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
