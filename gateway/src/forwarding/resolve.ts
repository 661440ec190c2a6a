import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/**
 * The addresses behind a name, as the system looks it up (hosts file, search domains): origins with addresses instead
 * of the name.
 */
export const resolveOrigin = async (origin: string): Promise<string[]> => {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return [origin];
  const found = await lookup(host, { all: true, family: host === 'localhost' ? 4 : 0 });
  return found.map(({ address, family }) => {
    url.hostname = family === 6 ? `[${address}]` : address;
    return url.origin;
  });
};
