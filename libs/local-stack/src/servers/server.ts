import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChild } from '../children/child.ts';
import { makeRestartable, type Recipe, type Restartable } from '../children/restartable.ts';
import type { StopPlan } from '../children/system.ts';
import { testStack, type Where } from '../config.ts';
import { writePrivately } from '../data-folder.ts';
import { freePort } from '../ports.ts';
import { containersAnswer, inContainer } from './containers.ts';
import { findOrInstall, type ServerPackage } from './programs.ts';

export interface ServerOptions {
  /** The data folder. Without one, a temporary folder that is removed when this process ends. */
  dataDir?: string;
  /** A free one unless given. */
  port?: number | undefined;
  /** Unless given, TEST_STACK decides. */
  where?: Where;
}

export interface Server extends Restartable {
  /** Stays the same over stops and starts. */
  port: number;
}

export const usesContainers = ({ where = testStack() }: ServerOptions): boolean => where === 'containers';

export const startOnPort = async (given: number | undefined, recipe: (port: number) => Recipe): Promise<Server> => {
  const port = given ?? (await freePort());
  const server = makeRestartable(recipe(port));
  await server.start();
  return { ...server, port };
};

/** NATS or Redis: a program that reads one file of configuration. */
interface ConfiguredServer {
  package: ServerPackage;
  configFor(host: string, port: number): string;
  argumentsFor(configFile: string): string[];
  argv0?: string;
  answers(port: number): Promise<boolean>;
  container: { image: string; port: number; program: string[]; readyLine: RegExp };
}

const plan: StopPlan = [['SIGTERM', 2_000]];

export const startConfigured = async (server: ConfiguredServer, folder: string, options: ServerOptions) => {
  const { package: wanted, configFor, argumentsFor, argv0, answers, container } = server;
  const program = usesContainers(options) ? undefined : await findOrInstall(wanted, containersAnswer);
  const configFile = join(folder, `${wanted.label.toLowerCase()}.conf`);
  const logFile = join(folder, `${wanted.label.toLowerCase()}.log`);
  const onMachine =
    (program: string) =>
    (port: number): Recipe => ({
      name: wanted.label,
      launch: async () => {
        writePrivately(configFile, configFor('127.0.0.1', port));
        const command = { program, args: argumentsFor(configFile), ...(argv0 && { argv0 }) };
        return launchChild(command, { stage: 'server', plan, output: { file: logFile } });
      },
      isReady: () => answers(port),
      output: () => readFile(logFile, 'utf8'),
    });
  // The image's own user has to read the file.
  const file = { target: '/etc/representa.conf', content: configFor('0.0.0.0', container.port) };
  const command = [...container.program, ...argumentsFor(file.target)];
  const asContainer = inContainer({ name: wanted.label, ...container, command, files: [file], answers });
  return startOnPort(options.port, program ? onMachine(program) : asContainer);
};
