import { isIPv4, isIPv6 } from 'node:net';
import { type Limit, makeGcra } from '../rate-limit/gcra.ts';

/** How many keys that are not in memory an address may have looked up. A key that is found does not count. */
export interface GuessLimit {
  take(address: string): boolean;
  giveBack(address: string): void;
}

const limit: Limit = { perSecond: 10, burst: 100 };

export const makeGuessLimit = (): GuessLimit => {
  const gcra = makeGcra();
  return {
    take: (address) => gcra.take(networkOf(address), limit, 1).granted > 0,
    giveBack: (address) => gcra.giveBack(networkOf(address), limit),
  };
};

/** One caller has at least a whole /64 of IPv6: it counts as one address. */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:/i, '');
  if (isIPv4(plain) || !isIPv6(address)) return plain;
  const [start = '', end] = address.toLowerCase().split('::');
  const parts = start.split(':').filter(Boolean);
  const after = end?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - parts.length - after.length) }, () => '0');
  return [...parts, ...(end === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
};
