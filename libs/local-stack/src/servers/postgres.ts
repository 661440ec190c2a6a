import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessName } from '@representa/contracts';
import { launchChild } from '../children/child.ts';
import type { StopPlan } from '../children/guard.ts';
import type { Recipe } from '../children/restartable.ts';
import { openStackFolder, type StackFolder } from '../data-folder/data-folder.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { postgresAnswers } from '../ports/probe.ts';
import { inContainer } from './containers.ts';
import { type Cluster, database, ensureCluster, isAcceptingConnections } from './postgres-cluster.ts';
import { chooseIdentity, findPostgresBinaries } from './postgres-identity.ts';
import { type Server, type ServerOptions, startOnPort, usesContainers } from './server.ts';

export interface PostgresServer extends Server {
  /** Of the administrator, to the database `representa`. */
  url: string;
  /** The password of each process's role. */
  rolePasswords: Record<ProcessName, string>;
}

interface PostgresOptions extends ServerOptions {
  /** Writes every statement into postgres.log, with its values. */
  logStatements?: boolean;
  /** False: commits do not wait for the disk. They survive killed processes, but no crash of the machine. */
  fsync?: boolean;
}

/** Fast shutdown, then immediate shutdown. */
const plan: StopPlan = [
  ['SIGINT', 3_000],
  ['SIGQUIT', 1_000],
];

export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  const folder = openStackFolder(options.dataDir);
  const { postgres: password, roles } = loadSecrets(folder.path);
  const settings = {
    max_connections: '200',
    shared_buffers: '128MB',
    ...(options.logStatements && { log_statement: 'all' }),
    ...(options.fsync === false && { fsync: 'off' }),
  };
  const recipe = usesContainers(options)
    ? inContainer(containerSpec(settings, password))
    : await machineRecipe(settings, folder, password);
  const server = await startOnPort(options.port, recipe);
  return {
    ...server,
    url: `postgres://postgres:${password}@127.0.0.1:${server.port}/${database}`,
    rolePasswords: roles,
  };
};

type Settings = Record<string, string>;

const machineRecipe = async (settings: Settings, folder: StackFolder, password: string) => {
  const binaries = await findPostgresBinaries();
  const identity = await chooseIdentity(binaries, folder.path);
  const data = join(folder.path, 'postgres');
  const cluster: Cluster = { folder: data, password, binaries, identity, throwAway: folder.throwAway };
  const logFile = join(folder.path, 'postgres.log');
  return (port: number): Recipe => ({
    name: 'PostgreSQL',
    launch: async () => {
      await ensureCluster(cluster);
      // No Unix socket: its path is limited to about 100 characters, and nothing uses it.
      const own = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
      const command = identity.command(binaries.postgres, ['-D', data, ...asArguments({ ...settings, ...own })]);
      return launchChild(command, { stage: 'server', plan, output: { file: logFile }, includeChildren: true });
    },
    isReady: async ({ pid }) => isAcceptingConnections(data, pid),
    output: () => readFile(logFile, 'utf8'),
    // Recovery after a crash under load may take long.
    deadlineMs: 60_000,
  });
};

const asArguments = (values: Settings): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const containerSpec = (settings: Settings, password: string) => {
  const locale = "encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'";
  const content = `create database ${database} template template0 ${locale};\n`;
  return {
    name: 'PostgreSQL',
    image: 'postgres:18',
    port: 5432,
    environment: {
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--locale-provider=builtin --builtin-locale=C.UTF-8 --encoding=UTF8',
    },
    command: ['postgres', ...asArguments(settings)],
    files: [{ target: '/docker-entrypoint-initdb.d/database.sql', content }],
    readyLine: /database system is ready to accept connections/,
    answers: postgresAnswers,
  };
};
