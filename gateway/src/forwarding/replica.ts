import { Client, Pool } from 'undici';

/** One process of a service. */
export interface Replica {
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  readonly pool: Pool;
  /** How many requests it is working on; each has a connection of its own. */
  running: number;
  readonly ready: boolean;
  /** Not ready until /readyz answers 200. For a replica that a request finds gone, silent or about to stop. */
  suspect(): void;
  /** Lets running requests finish. */
  close(): void;
  /** Breaks them off. */
  destroy(): void;
}

export interface ReplicaTimes {
  connectMs: number;
  /** How long a reply that has begun may stand still. */
  stallMs: number;
}

interface Options extends ReplicaTimes {
  origin: string;
  connections: number;
  /** The only replica stays in use even when it is suspected. */
  isOnly: () => boolean;
  /** It is ready again. */
  onReady: () => void;
}

/** Only a replica that is suspected is probed. In a cluster, DNS lists the ready ones. */
const probeEveryMs = 250;
const probeMs = 1_000;
/** Shorter than the services' own 30 s, so that a connection is not closed while a request is on its way. */
const keepAliveMs = 20_000;

export const makeReplica = ({ origin, connections, connectMs, stallMs, isOnly, onReady }: Options): Replica => {
  const options = {
    connect: { timeout: connectMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // A request's deadline is the gateway's own timer.
    headersTimeout: 0,
    bodyTimeout: stallMs,
    pipelining: 1,
  };
  const pool = new Pool(origin, { ...options, connections });
  // Probes have a connection of their own: a replica that is busy is not taken for a dead one.
  const prober = new Client(origin, options);
  const { hostname, port } = new URL(origin);
  let isReady = true;
  let isClosed = false;
  let probeTimer: NodeJS.Timeout | undefined;

  const probeLater = (): void => {
    probeTimer = setTimeout(async () => {
      const answersReady = await probe(prober);
      if (isClosed) return;
      if (!answersReady) return probeLater();
      isReady = true;
      onReady();
    }, probeEveryMs);
  };

  const suspect = (): void => {
    if (isClosed || !isReady || isOnly()) return;
    isReady = false;
    probeLater();
  };
  // A service closes idle connections when it stops.
  pool.on('disconnect', (_origin, _targets, { code }) => code === 'UND_ERR_SOCKET' && suspect());

  const stopProbing = (): void => {
    isClosed = true;
    clearTimeout(probeTimer);
    prober.destroy().catch(() => {});
  };

  return {
    origin,
    hostname,
    port: Number(port) || 80,
    pool,
    running: 0,
    get ready() {
      return isReady;
    },
    suspect,
    close: () => {
      stopProbing();
      pool.close().catch(() => {});
    },
    destroy: () => {
      stopProbing();
      pool.destroy().catch(() => {});
    },
  };
};

const probe = async (prober: Client): Promise<boolean> => {
  try {
    const { statusCode, body } = await prober.request({
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
