import { type ProcessName, usersConfig } from '@representa/contracts';
import { loadSecrets, openDataFolder } from '../data-folder.ts';
import { answers } from '../ports.ts';
import { natsPackage } from './programs.ts';
import { type Server, type ServerOptions, startConfigured } from './server.ts';

export interface NatsServer extends Server {
  /** Contains the user and password of the process. */
  urlFor(user: ProcessName): string;
}

export const startNats = async (options: ServerOptions = {}): Promise<NatsServer> => {
  const folder = openDataFolder(options.dataDir);
  const { nats: passwords } = loadSecrets(folder);
  const serverName = `representa-${process.pid}-${Math.random()}`;
  const nats = {
    package: natsPackage,
    // A client that a debugger holds up does not answer pings.
    configFor: (host: string, port: number) => `
server_name: "${serverName}"
listen: "${host}:${port}"
ping_interval: "1h"
${usersConfig((user) => `"${passwords[user]}"`)}`,
    argumentsFor: (configFile: string) => ['--config', configFile],
    // Another NATS server may have taken the port.
    answers: (port: number) => answers(port, '', `"server_name":"${serverName}"`),
    container: { image: 'nats:2', port: 4222, program: [], readyLine: /Server is ready/ },
  };
  const server = await startConfigured(nats, folder, options);
  return { ...server, urlFor: (user) => `nats://${user}:${passwords[user]}@127.0.0.1:${server.port}` };
};
