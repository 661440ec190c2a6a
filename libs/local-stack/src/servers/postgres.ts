import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ProcessName } from '@representa/contracts';
import { lastLines, launchChild, outputOf } from '../children/child.ts';
import type { Recipe } from '../children/restartable.ts';
import { readQuietly, type StopPlan } from '../children/system.ts';
import { loadSecrets, openDataFolder } from '../data-folder.ts';
import { answers } from '../ports.ts';
import { StackProblem } from '../problem.ts';
import { inContainer } from './containers.ts';
import { chooseIdentity, findPostgresBinaries, type Identity, type PostgresBinaries } from './postgres-identity.ts';
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

type Settings = Record<string, string>;

const database = 'representa';

/** Fast shutdown, then immediate shutdown. */
const plan: StopPlan = [
  ['SIGINT', 3_000],
  ['SIGQUIT', 1_000],
];

export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  const folder = openDataFolder(options.dataDir);
  const { postgres: password, roles: rolePasswords } = loadSecrets(folder);
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
  return { ...server, url: `postgres://postgres:${password}@127.0.0.1:${server.port}/${database}`, rolePasswords };
};

const machineRecipe = async (settings: Settings, folder: string, password: string) => {
  const binaries = await findPostgresBinaries();
  const identity = await chooseIdentity(binaries, folder);
  const data = join(folder, 'postgres');
  const logFile = join(folder, 'postgres.log');
  return (port: number): Recipe => ({
    name: 'PostgreSQL',
    launch: async () => {
      await ensureCluster(data, password, binaries, identity);
      // No Unix socket: its path is limited to about 100 characters, and nothing uses it.
      const own = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
      const command = identity.command(binaries.postgres, ['-D', data, ...asArguments({ ...settings, ...own })]);
      return launchChild(command, { stage: 'server', plan, output: { file: logFile } });
    },
    // The server writes into its pid file when it accepts connections. Another one may have taken the port.
    isReady: async ({ pid }) => {
      const lines = pidFileOf(data);
      return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
    },
    output: () => readFile(logFile, 'utf8'),
    // Recovery after a crash under load may take long.
    deadlineMs: 60_000,
  });
};

const asArguments = (values: Settings): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Creates the cluster if there is none. Otherwise checks that its version is the one of these binaries. */
const ensureCluster = async (folder: string, password: string, binaries: PostgresBinaries, identity: Identity) => {
  const version = readQuietly(join(folder, 'PG_VERSION'))?.trim();
  if (version === undefined) return createCluster(folder, password, binaries, identity);
  if (version !== identity.major)
    throw new StackProblem(
      `${folder} was made by PostgreSQL ${version} and this one is ${identity.major}: set DATA_DIR to another folder, or start with empty data by npm start -- --fresh.`,
    );
  identity.own(folder);
  removeOldPidFile(folder);
};

/** Creates the cluster in a draft folder and renames it at the end, so that an interrupted start leaves no partial cluster. */
const createCluster = async (folder: string, password: string, binaries: PostgresBinaries, identity: Identity) => {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status && !(status.isDirectory() && readdirSync(folder).length === 0))
    throw new StackProblem(
      `${folder} has files that are not PostgreSQL's: move them away, or set DATA_DIR to another folder.`,
    );
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  const run = async (program: string, args: string[], input = ''): Promise<void> => {
    const { ok, output } = await outputOf({ ...identity.command(program, args), input });
    if (!ok) throw new Error(`${basename(program)} failed with the output:\n${lastLines(output)}`);
  };
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) identity.own(path);
    await run(binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // For what the builtin provider does not cover. macOS has no C.UTF-8.
      `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
      // There is no data yet. PostgreSQL itself syncs.
      '--no-sync',
    ]);
    await run(binaries.postgres, ['--single', '-D', draft, 'postgres'], `create database ${database};\n`);
    renameSync(draft, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
};

const pidFileOf = (folder: string): string[] => readQuietly(join(folder, 'postmaster.pid'))?.split('\n') ?? [];

/** Of a killed server. PostgreSQL would refuse to start if another program has its pid by now. */
const removeOldPidFile = (folder: string): void => {
  const [pid = ''] = pidFileOf(folder);
  const command = pid && readQuietly(`/proc/${pid}/cmdline`);
  if (pid && !command?.includes('postgres')) rmSync(join(folder, 'postmaster.pid'), { force: true });
};

/** Starts a session of protocol 3.0. The server requests authentication when it accepts logins. */
const startupMessage = '\0\0\0\x29\0\x03\0\0user\0postgres\0database\0postgres\0\0';

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
    answers: (port: number) => answers(port, startupMessage, 'SCRAM-SHA-256'),
  };
};
