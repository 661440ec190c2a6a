import { isIPv4, isIPv6 } from 'node:net';

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
