import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChild } from '../children/child.ts';
import type { StopPlan } from '../children/guard.ts';
import { makeRestartable, type Recipe, type Restartable } from '../children/restartable.ts';
import { testStack, type Where } from '../config.ts';
import { freePort } from '../ports/ports.ts';
import { containersAnswer, inContainer } from './containers.ts';
import { type Announce, findOrInstall, type ServerPackage } from './programs.ts';

export interface ServerOptions {
  /** The data folder. Without one, a temporary folder that is removed when this process ends. */
  dataDir?: string;
  /** A free one unless given. */
  port?: number | undefined;
  /** Shows a line to the user, such as the command of an installation; on stderr unless given. */
  announce?: Announce;
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
  /** Its files are `<id>.conf` and `<id>.log`. */
  id: string;
  configFor(host: string, port: number, folder: string): string;
  argumentsFor(configFile: string): string[];
  argv0?: string;
  answers(port: number): Promise<boolean>;
  container: { image: string; port: number; program: string[]; readyLine: RegExp };
}

const plan: StopPlan = [['SIGTERM', 2_000]];

export const startConfigured = async (server: ConfiguredServer, folder: string, options: ServerOptions) => {
  const program = usesContainers(options)
    ? undefined
    : await findOrInstall(server.package, containersAnswer, options.announce);
  return startOnPort(options.port, program ? onMachine(server, folder, program) : asContainer(server));
};

const onMachine =
  (
    { package: { label }, id, configFor, argumentsFor, argv0, answers }: ConfiguredServer,
    folder: string,
    program: string,
  ) =>
  (port: number): Recipe => {
    const configFile = join(folder, `${id}.conf`);
    const logFile = join(folder, `${id}.log`);
    return {
      name: label,
      launch: async () => {
        rmSync(configFile, { force: true });
        writeFileSync(configFile, configFor('127.0.0.1', port, folder), { mode: 0o600 });
        const command = { program, args: argumentsFor(configFile), ...(argv0 && { argv0 }) };
        return launchChild(command, { stage: 'server', plan, output: { file: logFile } });
      },
      isReady: () => answers(port),
      output: () => readFile(logFile, 'utf8'),
    };
  };

const asContainer = ({ package: { label }, configFor, argumentsFor, answers, container }: ConfiguredServer) => {
  const { image, port, program, readyLine } = container;
  // The image's own user has to read the file.
  const file = { target: '/etc/representa.conf', content: configFor('0.0.0.0', port, '/tmp') };
  const command = [...program, ...argumentsFor(file.target)];
  return inContainer({ name: label, image, port, command, files: [file], readyLine, answers });
};
