interface Address {
  servers: string[];
  user: string;
  pass: string;
  /** Encrypt, and verify the servers' certificates. */
  tls: boolean;
}

const schemes = ['nats:', 'tls:'];

/** Reads `nats://user:password@host:port` or `tls://…`. Several servers are separated by commas and have one scheme. */
export const readAddress = (url: string): Address => {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const [first] = servers;
  if (!first || !schemes.includes(first.protocol) || servers.some(({ protocol }) => protocol !== first.protocol))
    throw new Error('servers of NATS are all named nats://… or all tls://…');
  return {
    servers: servers.map(({ host }) => host),
    user: decodeURIComponent(first.username),
    pass: decodeURIComponent(first.password),
    tls: first.protocol === 'tls:',
  };
};

export const isAddress = (url: string): boolean => {
  try {
    readAddress(url);
    return true;
  } catch {
    return false;
  }
};
