import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChild } from '../children/child.ts';
import type { StopPlan } from '../children/guard.ts';
import type { Recipe } from '../children/restartable.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { openStackFolder } from '../data-folder/stack-folder.ts';
import { redisAnswers } from '../ports/probe.ts';
import { findOrInstall, redisPackage } from './programs.ts';
import { inContainers, type Server, type ServerOptions, startOnPort } from './server.ts';

export interface RedisServer extends Server {
  url: string;
}

const plan: StopPlan = [['SIGTERM', 2_000]];

export const startRedis = async (options: ServerOptions = {}): Promise<RedisServer> => {
  const folder = openStackFolder(options.dataDir).path;
  const { redis: password } = loadSecrets(folder);
  const program = inContainers(options) ? undefined : await findOrInstall(redisPackage, options.announce);
  const recipe = program ? machineRecipe(program, folder, password) : await containerRecipe(password);
  const server = await startOnPort(options.port, recipe);
  return { ...server, url: `redis://:${password}@127.0.0.1:${server.port}` };
};

/** A cache without persistence. The password keeps other users of the machine from adding entries. */
const redisConfig = (host: string, port: number, password: string): string => `
bind ${host}
port ${port}
requirepass ${password}
maxmemory 64mb
maxmemory-policy allkeys-lru
save ""
appendonly no
daemonize no
`;

const machineRecipe =
  (program: string, folder: string, password: string) =>
  (port: number): Recipe => {
    const configFile = join(folder, 'redis.conf');
    const logFile = join(folder, 'redis.log');
    return {
      name: 'Redis',
      launch: async () => {
        rmSync(configFile, { force: true });
        writeFileSync(configFile, `${redisConfig('127.0.0.1', port, password)}dir "${folder}"\n`, { mode: 0o600 });
        // In Debian's redis-tools the server is redis-check-rdb. The program acts as the server when argv0 says so.
        const command = { program, args: [configFile], argv0: 'redis-server' };
        return launchChild(command, { stage: 'server', plan, output: { file: logFile } });
      },
      isReady: () => redisAnswers(port, password),
      output: () => readFile(logFile, 'utf8'),
    };
  };

const containerRecipe = async (password: string): Promise<(port: number) => Recipe> => {
  const { inContainer } = await import('./containers.ts');
  const configFile = '/etc/representa/redis.conf';
  return inContainer({
    name: 'Redis',
    image: 'redis:7',
    port: 6379,
    command: ['redis-server', configFile],
    // The image's own user has to read the file.
    files: [{ target: configFile, content: redisConfig('0.0.0.0', 6379, password) }],
    readyLine: /Ready to accept connections/,
    answers: (port) => redisAnswers(port, password),
  });
};
