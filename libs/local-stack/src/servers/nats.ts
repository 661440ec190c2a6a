import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessName } from '@representa/contracts';
import { launchChild } from '../children/child.ts';
import type { StopPlan } from '../children/guard.ts';
import type { Recipe } from '../children/restartable.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { openStackFolder } from '../data-folder/stack-folder.ts';
import { natsAnswers } from '../ports/probe.ts';
import { natsConfig } from './nats-config.ts';
import { findOrInstall, natsPackage } from './programs.ts';
import { inContainers, type Server, type ServerOptions, startOnPort } from './server.ts';

export interface NatsServer extends Server {
  /** Contains the user and password of the process. */
  urlFor(user: ProcessName): string;
}

const plan: StopPlan = [['SIGTERM', 2_000]];

export const startNats = async (options: ServerOptions = {}): Promise<NatsServer> => {
  const folder = openStackFolder(options.dataDir).path;
  const { nats: passwords } = loadSecrets(folder);
  const program = inContainers(options) ? undefined : await findOrInstall(natsPackage, options.announce);
  const recipe = program ? machineRecipe(program, folder, passwords) : await containerRecipe(passwords);
  const server = await startOnPort(options.port, recipe);
  return { ...server, urlFor: (user) => `nats://${user}:${passwords[user]}@127.0.0.1:${server.port}` };
};

type Passwords = Record<ProcessName, string>;

const machineRecipe =
  (program: string, folder: string, passwords: Passwords) =>
  (port: number): Recipe => {
    const configFile = join(folder, 'nats.conf');
    const logFile = join(folder, 'nats.log');
    const serverName = `representa-${process.pid}-${port}`;
    return {
      name: 'NATS',
      launch: async () => {
        rmSync(configFile, { force: true });
        writeFileSync(configFile, natsConfig({ host: '127.0.0.1', port, serverName, passwords }), { mode: 0o600 });
        const command = { program, args: ['--config', configFile] };
        return launchChild(command, { stage: 'server', plan, output: { file: logFile } });
      },
      isReady: () => natsAnswers(port, serverName),
      output: () => readFile(logFile, 'utf8'),
    };
  };

const containerRecipe = async (passwords: Passwords): Promise<(port: number) => Recipe> => {
  const { inContainer } = await import('./containers.ts');
  const serverName = 'representa';
  const configFile = '/etc/representa/nats.conf';
  return inContainer({
    name: 'NATS',
    image: 'nats:2',
    port: 4222,
    command: ['--config', configFile],
    files: [{ target: configFile, content: natsConfig({ host: '0.0.0.0', port: 4222, serverName, passwords }) }],
    readyLine: /Server is ready/,
    answers: (port) => natsAnswers(port, serverName),
  });
};
