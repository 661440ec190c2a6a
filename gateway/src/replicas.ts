import { lookup } from 'node:dns/promises';
import { drop, Exchange } from './upstream/exchange.ts';
import { Pool } from './upstream/pool.ts';
import type { UpstreamRequest } from './upstream/request-text.ts';

export interface Replica {
  pool: Pool;
  /** It took requests when it was last looked at. Whoever finds otherwise says so. */
  ready: boolean;
}

export interface Replicas {
  /** The next in turn among those that are ready; any, when none is. */
  next(): Replica;
  close(): void;
}

/** A replica that is told to go stays for at least four of these (SHUTDOWN_DELAY_MS), so that it is left in time. */
const lookEveryMs = 250;
const probeMs = 1_000;
const readiness: UpstreamRequest = { method: 'GET', path: '/readyz', headers: [], body: null };

/** A service's replicas, by the addresses given and those that their names stand for in DNS at the moment. */
export const makeReplicas = (origins: readonly string[]): Replicas => {
  const replicas = new Map<string, Replica>();
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const add = (origin: string): void => {
    if (!replicas.has(origin)) replicas.set(origin, { pool: new Pool(origin), ready: true });
  };

  const follow = (current: ReadonlySet<string>): void => {
    for (const origin of current) add(origin);
    for (const [origin, { pool }] of replicas) {
      if (current.has(origin)) continue;
      replicas.delete(origin);
      // What it is working on is finished; nothing new is sent.
      pool.close();
    }
  };

  const probe = (replica: Replica): Promise<void> =>
    new Promise((done) => {
      const exchange = new Exchange(readiness, probeMs, (_error, reply) => {
        replica.ready = reply?.statusCode === 200;
        if (reply) drop(reply);
        done();
      });
      replica.pool.send(exchange);
    });

  const look = async (): Promise<void> => {
    const current = await Promise.all(origins.map(addressesOf)).catch(() => undefined);
    if (closed) return;
    if (current) follow(new Set(current.flat()));
    // With no other to turn to, it makes no difference whether the only one is ready.
    if (replicas.size > 1) await Promise.all([...replicas.values()].map(probe));
    if (!closed) timer = setTimeout(look, lookEveryMs);
  };

  for (const origin of origins) add(origin);
  void look();

  return {
    next: () => {
      const all = [...replicas.values()];
      const ready = all.filter((replica) => replica.ready);
      const candidates = ready.length > 0 ? ready : all;
      turn = (turn + 1) % candidates.length;
      return candidates[turn] as Replica;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const { pool } of replicas.values()) pool.destroy();
    },
  };
};

const addressesOf = async (origin: string): Promise<string[]> => {
  const url = new URL(origin);
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), {
    all: true,
    family: url.hostname === 'localhost' ? 4 : 0,
  });
  return found.map(({ address, family }) => {
    url.hostname = family === 6 ? `[${address}]` : address;
    return url.origin;
  });
};
