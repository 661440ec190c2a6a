import { type ProcessName, usersConfig } from '@representa/contracts';
import { openStackFolder } from '../data-folder/data-folder.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { natsAnswers } from '../ports/probe.ts';
import { natsPackage } from './programs.ts';
import { type Server, type ServerOptions, startConfigured } from './server.ts';

export interface NatsServer extends Server {
  /** Contains the user and password of the process. */
  urlFor(user: ProcessName): string;
}

export const startNats = async (options: ServerOptions = {}): Promise<NatsServer> => {
  const folder = openStackFolder(options.dataDir).path;
  const { nats: passwords } = loadSecrets(folder);
  const serverName = `representa-${process.pid}-${Math.random()}`;
  const server = await startConfigured(
    {
      package: natsPackage,
      id: 'nats',
      // A client that a debugger holds up does not answer pings.
      configFor: (host, port) => `
server_name: "${serverName}"
listen: "${host}:${port}"
ping_interval: "1h"
${usersConfig((user) => `"${passwords[user]}"`)}`,
      argumentsFor: (configFile) => ['--config', configFile],
      answers: (port) => natsAnswers(port, serverName),
      container: { image: 'nats:2', port: 4222, program: [], readyLine: /Server is ready/ },
    },
    folder,
    options,
  );
  return { ...server, urlFor: (user) => `nats://${user}:${passwords[user]}@127.0.0.1:${server.port}` };
};
