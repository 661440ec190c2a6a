import { Client, Pool } from 'undici';
import { type Resolved, resolveOrigin } from './resolve.ts';

export interface Replica {
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  readonly pool: Pool;
  /** How many requests it is working on; each has a connection of its own. */
  running: number;
  /** False from the moment a request finds it gone, silent or about to stop, until it says that it is ready. */
  readonly ready: boolean;
  /** Call it when a request finds the replica like that. */
  suspect(): void;
}

interface Replicas {
  /** The next in turn among the ready ones that have a connection free; among all when none is ready. */
  next(): Replica | undefined;
  size(): number;
  close(): void;
}

export interface ReplicaLimits {
  /** The most connections to one replica. */
  connections: number;
  connectMs: number;
  /** How long a reply that has begun may stand still. */
  stallMs: number;
}

interface Known extends Replica {
  ready: boolean;
  /** Probes have a connection of their own: a replica that is busy is not taken for a dead one. */
  readonly probes: Client;
  timer?: NodeJS.Timeout;
}

/** Only a replica that is suspected is probed. In a cluster, DNS lists the ready ones. */
const probeEveryMs = 250;
const probeMs = 1_000;
/** A name that could not be looked up is tried again after this time. */
const retryMs = 1_000;
/** Shorter than the services' own 30 s, so that a connection is not closed while a request is on its way. */
const keepAliveMs = 20_000;

/** A service's replicas: the addresses that the given names stand for in DNS at the moment. */
export const makeReplicas = (
  origins: readonly string[],
  { connections, connectMs, stallMs }: ReplicaLimits,
  resolve: (origin: string) => Promise<Resolved> = resolveOrigin,
): Replicas => {
  const replicas = new Map<string, Known>();
  const addresses = new Map<string, string[]>(origins.map((origin) => [origin, [origin]]));
  const timers = new Set<NodeJS.Timeout>();
  let turn = 0;
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
    const suspect = (): void => {
      // The only replica stays in use even when it is suspected: there is no other.
      if (closed || !replica.ready || replicas.size < 2) return;
      replica.ready = false;
      probeLater(origin, replica);
    };
    const { hostname, port } = new URL(origin);
    const replica: Known = {
      origin,
      hostname,
      port: Number(port) || 80,
      pool,
      probes: new Client(origin, options),
      running: 0,
      ready: true,
      suspect,
    };
    // A service closes idle connections when it stops.
    pool.on('disconnect', (_origin, _targets, { code }) => code === 'UND_ERR_SOCKET' && suspect());
    replicas.set(origin, replica);
  };

  const remove = (origin: string, { pool, probes, timer }: Known): void => {
    replicas.delete(origin);
    clearTimeout(timer);
    // `close` lets running requests finish.
    pool.close().catch(() => {});
    probes.destroy().catch(() => {});
  };

  const probeLater = (origin: string, replica: Known): void => {
    replica.timer = setTimeout(async () => {
      const isReady = await probe(replica.probes);
      if (closed || replicas.get(origin) !== replica) return;
      if (isReady) replica.ready = true;
      else probeLater(origin, replica);
    }, probeEveryMs);
  };

  /** A name that DNS does not know at the moment keeps the addresses that it had. */
  const resolveAgain = async (origin: string): Promise<void> => {
    const found = await resolve(origin).catch(() => undefined);
    if (closed) return;
    if (found) addresses.set(origin, found.origins);
    const current = new Set([...addresses.values()].flat());
    for (const address of current) add(address);
    for (const [address, replica] of replicas) if (!current.has(address)) remove(address, replica);
    const timer = setTimeout(() => {
      timers.delete(timer);
      void resolveAgain(origin);
    }, found?.ttlMs ?? retryMs);
    timers.add(timer);
  };

  for (const origin of origins) {
    add(origin);
    void resolveAgain(origin);
  }

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
      for (const timer of timers) clearTimeout(timer);
      for (const { pool, probes, timer } of replicas.values()) {
        clearTimeout(timer);
        pool.destroy().catch(() => {});
        probes.destroy().catch(() => {});
      }
    },
  };
};

const probe = async (probes: Client): Promise<boolean> => {
  try {
    const { statusCode, body } = await probes.request({
      method: 'GET',
      path: '/readyz',
      signal: AbortSignal.timeout(probeMs),
    });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
};
