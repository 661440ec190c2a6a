import { lookup, resolve4 } from 'node:dns/promises';
import { isIP } from 'node:net';

export interface Resolved {
  /** Origins with addresses instead of the name. */
  origins: string[];
  /** After this time the name is to be looked up again. */
  ttlMs: number;
}

/** A cluster's DNS gives the names of its services 5 s (CoreDNS). */
const usualTtlMs = 5_000;
const shortestMs = 1_000;
const longestMs = 30_000;

/** The addresses behind a name, as the system looks it up (hosts file, search domains), which does not tell their TTL. */
export const resolveOrigin = async (origin: string): Promise<Resolved> => {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return { origins: [origin], ttlMs: longestMs };
  const [found, ttlMs] = await Promise.all([
    lookup(host, { all: true, family: host === 'localhost' ? 4 : 0 }),
    readTtl(host),
  ]);
  const origins = found.map(({ address, family }) => {
    url.hostname = family === 6 ? `[${address}]` : address;
    return url.origin;
  });
  return { origins, ttlMs };
};

/** This query finds only whole names: it does not append a search domain. */
const readTtl = async (host: string): Promise<number> => {
  const answers = await resolve4(host, { ttl: true }).catch(() => []);
  const shortest = Math.min(...answers.map(({ ttl }) => ttl * 1_000));
  return Number.isFinite(shortest) ? Math.min(Math.max(shortest, shortestMs), longestMs) : usualTtlMs;
};
