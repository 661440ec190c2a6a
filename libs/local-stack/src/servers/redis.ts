import { openStackFolder } from '../data-folder/data-folder.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { redisAnswers } from '../ports/probe.ts';
import { redisPackage } from './programs.ts';
import { type Server, type ServerOptions, startConfigured } from './server.ts';

export interface RedisServer extends Server {
  url: string;
}

export const startRedis = async (options: ServerOptions = {}): Promise<RedisServer> => {
  const folder = openStackFolder(options.dataDir).path;
  const { redis: password } = loadSecrets(folder);
  const server = await startConfigured(
    {
      package: redisPackage,
      id: 'redis',
      // A cache without persistence. The password keeps other users of the machine from adding entries.
      configFor: (host, port, dir) => `
bind ${host}
port ${port}
requirepass ${password}
maxmemory 64mb
maxmemory-policy allkeys-lru
save ""
appendonly no
daemonize no
dir "${dir}"
`,
      argumentsFor: (configFile) => [configFile],
      // In Debian's redis-tools the server is redis-check-rdb. The program acts as the server when argv0 says so.
      argv0: 'redis-server',
      answers: (port) => redisAnswers(port, password),
      container: {
        image: 'redis:7',
        port: 6379,
        program: ['redis-server'],
        readyLine: /Ready to accept connections/,
      },
    },
    folder,
    options,
  );
  return { ...server, url: `redis://:${password}@127.0.0.1:${server.port}` };
};
