import { loadSecrets, openDataFolder } from '../data-folder.ts';
import { answers } from '../ports.ts';
import { redisPackage } from './programs.ts';
import { type Server, type ServerOptions, startConfigured } from './server.ts';

export interface RedisServer extends Server {
  url: string;
}

export const startRedis = async (options: ServerOptions = {}): Promise<RedisServer> => {
  const folder = openDataFolder(options.dataDir);
  const { redis: password } = loadSecrets(folder);
  const redis = {
    package: redisPackage,
    // A cache without persistence. The password keeps other users of the machine from adding entries.
    configFor: (host: string, port: number) => `
bind ${host}
port ${port}
requirepass ${password}
maxmemory 64mb
maxmemory-policy allkeys-lru
save ""
appendonly no
daemonize no
`,
    argumentsFor: (configFile: string) => [configFile],
    // In Debian's redis-tools the server is redis-check-rdb. The program acts as the server when argv0 says so.
    argv0: 'redis-server',
    answers: (port: number) => answers(port, `AUTH ${password}\r\n`, '+OK'),
    container: { image: 'redis:7', port: 6379, program: ['redis-server'], readyLine: /Ready to accept connections/ },
  };
  const server = await startConfigured(redis, folder, options);
  return { ...server, url: `redis://:${password}@127.0.0.1:${server.port}` };
};
