import { isIP, isIPv6, SocketAddress } from 'node:net';

/** Some proxies write `X-Forwarded-For` with the caller's port, which each connection has another of. Undefined if it is no address. */
export const withoutPort = (forwarded: string): string | undefined => {
  const address = isIP(forwarded) ? forwarded : forwarded.replace(/^\[?(.*?)\]?(:\d+)?$/, '$1');
  return isIP(address) ? address : undefined;
};

/** The /64 of an IPv6 address, which one caller has at least, or its larger network of so many groups. */
export const networkOf = (address: string, groups = 4): string => {
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  if (canonical.includes('.')) return canonical.replace(/^.*:/, '');
  const [start = '', end] = canonical.split('::');
  const parts = start.split(':').filter(Boolean);
  const after = end?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - parts.length - after.length) }, () => '0');
  return [...parts, ...(end === undefined ? [] : zeros), ...after].slice(0, groups).join(':');
};
