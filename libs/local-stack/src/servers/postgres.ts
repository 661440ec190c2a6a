import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessName } from '@representa/contracts';
import { launchChild } from '../children/child.ts';
import type { StopPlan } from '../children/guard.ts';
import type { Recipe } from '../children/restartable.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { openStackFolder, type StackFolder } from '../data-folder/stack-folder.ts';
import { postgresAnswers } from '../ports/probe.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { type Cluster, database, ensureCluster, isAcceptingConnections } from './postgres-cluster.ts';
import { chooseIdentity } from './postgres-identity.ts';
import { inContainers, type Server, type ServerOptions, startOnPort } from './server.ts';

export interface PostgresServer extends Server {
  /** Of the administrator, to the database `representa`. */
  url: string;
  /** The password of each process's role. */
  rolePasswords: Record<ProcessName, string>;
}

/** Fast shutdown, then immediate shutdown. */
const plan: StopPlan = [
  ['SIGINT', 3_000],
  ['SIGQUIT', 1_000],
];

export const startPostgres = async (options: ServerOptions = {}): Promise<PostgresServer> => {
  const folder = openStackFolder(options.dataDir);
  const { postgres: password, roles } = loadSecrets(folder.path);
  const recipe = inContainers(options) ? await containerRecipe(password) : await machineRecipe(folder, password);
  const server = await startOnPort(options.port, recipe);
  return {
    ...server,
    url: `postgres://postgres:${password}@127.0.0.1:${server.port}/${database}`,
    rolePasswords: roles,
  };
};

const machineRecipe = async (folder: StackFolder, password: string): Promise<(port: number) => Recipe> => {
  const binaries = await findPostgresBinaries();
  const identity = await chooseIdentity(binaries, folder.path);
  const cluster: Cluster = {
    folder: join(folder.path, 'postgres'),
    password,
    binaries,
    identity,
    throwAway: folder.throwAway,
  };
  const logFile = join(folder.path, 'postgres.log');
  return (port) => ({
    name: 'PostgreSQL',
    launch: async () => {
      await ensureCluster(cluster);
      const command = identity.command(binaries.postgres, serverArguments(cluster.folder, port));
      return launchChild(command, { stage: 'server', plan, output: { file: logFile }, includeChildren: true });
    },
    isReady: ({ pid }) => isAcceptingConnections(cluster.folder, pid),
    output: () => readFile(logFile, 'utf8'),
    // Recovery after a crash under load may take long.
    deadlineMs: 60_000,
  });
};

const settings = {
  max_connections: '200',
  shared_buffers: '128MB',
};

/** fsync stays on. No Unix socket: its path is limited to about 100 characters, and nothing uses it. */
const serverArguments = (folder: string, port: number): string[] => [
  '-D',
  folder,
  ...asArguments({
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  }),
];

const asArguments = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const containerRecipe = async (password: string): Promise<(port: number) => Recipe> => {
  const { inContainer } = await import('./containers.ts');
  const locale = "encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'";
  return inContainer({
    name: 'PostgreSQL',
    image: 'postgres:18',
    port: 5432,
    environment: {
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--locale-provider=builtin --builtin-locale=C.UTF-8 --encoding=UTF8',
    },
    command: ['postgres', ...asArguments(settings)],
    files: [
      {
        target: '/docker-entrypoint-initdb.d/database.sql',
        content: `create database ${database} template template0 ${locale};\n`,
      },
    ],
    readyLine: /database system is ready to accept connections/,
    answers: postgresAnswers,
  });
};
