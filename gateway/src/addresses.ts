import { isIP, isIPv6, SocketAddress } from 'node:net';

/** Some proxies write `X-Forwarded-For` with the caller's port, which each connection has another of. */
export const withoutPort = (address: string): string =>
  isIP(address) ? address : address.replace(/^\[?(.*?)\]?(:\d+)?$/, '$1');

/** One caller has at least a whole /64 of IPv6: it counts as one address. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const usual = new SocketAddress({ address, family: 'ipv6' }).address;
  if (usual.includes('.')) return usual.replace(/^.*:/, '');
  const [start = '', end] = usual.split('::');
  const parts = start.split(':').filter(Boolean);
  const after = end?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - parts.length - after.length) }, () => '0');
  return [...parts, ...(end === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
};
