import { makeTally } from '@representa/service-kit';

/** How much of one service each company uses, so that none takes all of it. */
export interface CompanyShares {
  /** May the company have one more request, sent or queued? */
  hasRoom(empresa_id: string): boolean;
  /** May it have one more request running? */
  mayRun(empresa_id: string): boolean;
  /** Counts a request, sent or queued. Returns how to end it: call that once. */
  startRequest(empresa_id: string): () => void;
  /** Counts a running request. Returns how to end it: call that once. */
  startRunning(empresa_id: string): () => void;
}

export interface ShareLimits {
  /** The most requests of all companies, sent or queued. So a service that hangs does not use up the gateway. */
  requests: number;
  /** The most requests of one company, sent or queued. */
  requestsOfCompany: number;
  /** What one company may have running at a replica while others are active. */
  runningAmongOthers: number;
  /** What it may have running while no other company is active. */
  runningAlone: number;
}

const activeMs = 10_000;
const never = { id: '', at: Number.NEGATIVE_INFINITY };

export const makeCompanyShares = (limits: ShareLimits, replicas: () => number): CompanyShares => {
  const requests = makeTally();
  const running = makeTally();
  /** The company that asked last. */
  let latest = never;
  /** The last company that asked before it. */
  let other = never;
  const isAlone = (): boolean => performance.now() - other.at > activeMs;

  return {
    hasRoom: (id) => requests.total() < limits.requests && requests.of(id) < limits.requestsOfCompany,
    mayRun: (id) => running.of(id) < (isAlone() ? limits.runningAlone : limits.runningAmongOthers) * replicas(),
    startRequest: (id) => {
      if (id !== latest.id) other = latest;
      latest = { id, at: performance.now() };
      requests.add(id, 1);
      return () => requests.add(id, -1);
    },
    startRunning: (id) => {
      running.add(id, 1);
      return () => running.add(id, -1);
    },
  };
};
