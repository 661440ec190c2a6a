import { lookup } from 'node:dns/promises';
import { Client, Pool } from 'undici';

export interface Replica {
  readonly pool: Pool;
  /** How many requests it is working on; each has a connection of its own. */
  running: number;
  /** It accepted requests when it was last probed. Set to false when a request finds it gone. */
  ready: boolean;
}

export interface Replicas {
  /** The next in turn among the ready ones that have a connection free; among all when none is ready. */
  next(): Replica | undefined;
  size(): number;
  close(): void;
}

export interface ReplicaLimits {
  /** To one replica. */
  connections: number;
  connectMs: number;
  /** How long a reply that has begun may stand still. */
  stallMs: number;
}

interface Known extends Replica {
  /** Probes have a connection of their own: a replica that is busy is not taken for a dead one. */
  readonly probes: Client;
}

/** A replica that is told to go stays for at least four of these (SHUTDOWN_DELAY_MS), so that it is left in time. */
const lookEveryMs = 250;
const probeMs = 1_000;
/** Shorter than the services' own 30 s, so that a connection is not closed while a request is on its way. */
const keepAliveMs = 20_000;

/** A service's replicas: the addresses that the given names stand for in DNS at the moment. */
export const makeReplicas = (
  origins: readonly string[],
  { connections, connectMs, stallMs }: ReplicaLimits,
  resolve = addressesOf,
): Replicas => {
  const replicas = new Map<string, Known>();
  const addresses = new Map<string, string[]>(origins.map((origin) => [origin, [origin]]));
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const add = (origin: string): void => {
    if (replicas.has(origin)) return;
    const options = {
      connect: { timeout: connectMs },
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      // A request's deadline is the upstream's own timer.
      headersTimeout: 0,
      bodyTimeout: stallMs,
      pipelining: 1,
    };
    const pool = new Pool(origin, { ...options, connections });
    replicas.set(origin, { pool, probes: new Client(origin, options), running: 0, ready: true });
  };

  const follow = (current: ReadonlySet<string>): void => {
    for (const origin of current) add(origin);
    for (const [origin, { pool, probes }] of replicas) {
      if (current.has(origin)) continue;
      replicas.delete(origin);
      // Finishes what it is working on.
      pool.close().catch(() => {});
      probes.destroy().catch(() => {});
    }
  };

  const probe = async (replica: Known): Promise<void> => {
    const signal = AbortSignal.timeout(probeMs);
    try {
      const { statusCode, body } = await replica.probes.request({ method: 'GET', path: '/readyz', signal });
      await body.dump();
      replica.ready = statusCode === 200;
    } catch {
      replica.ready = false;
    }
  };

  /** A name that DNS does not know at the moment keeps the addresses that it had. */
  const resolveAll = async (): Promise<Set<string>> => {
    const found = await Promise.all(origins.map((origin) => resolve(origin).catch(() => undefined)));
    for (const [i, list] of found.entries()) if (list) addresses.set(origins[i] as string, list);
    return new Set([...addresses.values()].flat());
  };

  const look = async (): Promise<void> => {
    const current = await resolveAll();
    if (closed) return;
    follow(current);
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
      const candidates = (ready.length > 0 ? ready : all).filter(({ running }) => running < connections);
      turn = (turn + 1) % Math.max(1, candidates.length);
      return candidates[turn];
    },
    size: () => replicas.size,
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const { pool, probes } of replicas.values()) {
        pool.destroy().catch(() => {});
        probes.destroy().catch(() => {});
      }
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
