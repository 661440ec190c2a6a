/** How much of one service each company uses, so that none takes all of it. */
export interface CompanyShares {
  /** May the company have one more request, sent or waiting? */
  hasRoom(empresa_id: string): boolean;
  /** May it have one more request running? */
  mayRun(empresa_id: string): boolean;
  addRequest(empresa_id: string): void;
  removeRequest(empresa_id: string): void;
  addRunning(empresa_id: string): void;
  removeRunning(empresa_id: string): void;
}

export interface ShareLimits {
  /** Of all companies, sent or waiting, so that a service that hangs does not use up the gateway. */
  requests: number;
  /** Of one company, sent or waiting. */
  requestsOfCompany: number;
  /** What one company may have running at a replica while others are active. */
  runningAmongOthers: number;
  /** And while it is alone. */
  runningAlone: number;
}

const activeMs = 10_000;
const never = { id: '', at: Number.NEGATIVE_INFINITY };

export const makeCompanyShares = (limits: ShareLimits, replicas: () => number): CompanyShares => {
  const companies = new Map<string, { requests: number; running: number }>();
  let requests = 0;
  /** The two companies that asked last. */
  let [latest, other] = [never, never];
  const isAlone = (): boolean => performance.now() - other.at > activeMs;

  const change = (id: string, requested: number, started: number): void => {
    const company = companies.get(id) ?? { requests: 0, running: 0 };
    company.requests += requested;
    company.running += started;
    if (company.requests > 0 || company.running > 0) companies.set(id, company);
    else companies.delete(id);
  };

  return {
    hasRoom: (id) => requests < limits.requests && (companies.get(id)?.requests ?? 0) < limits.requestsOfCompany,
    mayRun: (id) =>
      (companies.get(id)?.running ?? 0) < (isAlone() ? limits.runningAlone : limits.runningAmongOthers) * replicas(),
    addRequest: (id) => {
      if (id !== latest.id) other = latest;
      latest = { id, at: performance.now() };
      requests += 1;
      change(id, 1, 0);
    },
    removeRequest: (id) => {
      requests -= 1;
      change(id, -1, 0);
    },
    addRunning: (id) => change(id, 0, 1),
    removeRunning: (id) => change(id, 0, -1),
  };
};
