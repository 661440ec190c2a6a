import { type Supervisor, supervise } from './children/supervisor.ts';
import { readStartConfig, type StartConfig } from './config.ts';
import { emptyDataFolder, prepareDataFolder } from './data-folder/data-folder.ts';
import { writeStackFile } from './data-folder/stack-file.ts';
import { takeLock } from './data-folder/stack-lock.ts';
import { checkPort, networkUrl, publicUrl } from './ports/public-port.ts';
import { messageOf, StackProblem } from './problem.ts';
import { buildProcesses } from './processes/build.ts';
import { migrate, seedDemo } from './processes/migrate.ts';
import { isMigrated, stampMigrated } from './processes/migration-stamp.ts';
import { environmentOf, type StackProcesses, startProcesses } from './processes/processes.ts';
import { type Servers, startServers } from './servers/servers.ts';
import { killAll, type Started, shutDown } from './shut-down.ts';
import { banner, help } from './terminal/banner.ts';
import { makeLogView } from './terminal/process-log.ts';
import { makeProgress, type Progress } from './terminal/progress.ts';
import { onRequestToStop } from './terminal/signals.ts';

/** The command `npm start`. */
export const main = async (args: string[]): Promise<void> => {
  const progress = makeProgress(process.stdout);
  const started: Started = {};
  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    stopping = true;
    progress.line(`Stopping (${reason})`);
    await shutDown(started);
    progress.line('✔ Stopped, nothing is left running');
    process.exit(0);
  };
  try {
    const config = readStartConfig(args);
    if (config.help) return void process.stdout.write(help);
    onRequestToStop({ stop, force: () => void killAll().then(() => process.exit(1)) });
    await bringUp(config, started, progress);
  } catch (error) {
    if (stopping) return;
    progress.end();
    await shutDown(started);
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
};

const explain = (error: unknown): string =>
  error instanceof StackProblem ? error.message : `Representa could not start: ${messageOf(error)}`;

const bringUp = async (config: StartConfig, started: Started, progress: Progress): Promise<void> => {
  const { dataDir, nodeEnv } = config;
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (started.over) throw new Error('stopped while starting');
    return progress.step(name, work());
  };
  prepareDataFolder(dataDir);
  started.folder = dataDir;
  started.lock = await takeLock(dataDir);
  await checkPort(config);
  if (config.admin?.port === config.port) {
    throw new StackProblem(
      `PORT and ADMIN_PORT are both ${config.port}: choose another one, for example ADMIN_PORT=3101.`,
    );
  }
  if (config.admin) await checkPort(config.admin, 'ADMIN_');
  if (config.fresh) emptyDataFolder(dataDir);
  const [servers] = await Promise.all([
    startServers({ ...config.external, dataDir, where: 'machine', announce: progress.line, follow: progress.step }),
    step('Build', buildProcesses),
  ]);
  started.servers = servers;
  if (config.external.postgres) progress.line(preparing(config.external.postgres));
  await step('Database schema', () => migrateOrExplain(servers, config));
  const production = nodeEnv === 'production';
  const [processes] = await Promise.all([
    step('Gateway, sales, catalog, clients', () => launch(servers, config, progress)),
    production ? undefined : step('Demo companies', () => seedDemo(servers, nodeEnv)),
  ]);
  started.processes = processes;
  started.supervisor = superviseAll(servers, processes, progress);
  writeStackFile(dataDir, { gateway: environmentOf('gateway', servers, config) });
  progress.line(banner({ url: publicUrl(config), networkUrl: networkUrl(config), dataDir, production }));
};

const superviseAll = (servers: Servers, processes: StackProcesses, progress: Progress): Supervisor => {
  const { postgres, nats, redis } = servers;
  const { gateway, sales, catalog, clients } = processes;
  const report = (line: string): void => progress.line(`! ${line}`);
  return supervise([postgres, nats, redis, gateway, sales, catalog, clients], { report });
};

/** Without user and password. */
const preparing = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `… Preparing the database ${pathname.slice(1)} at ${host} (DATABASE_URL)`;
};

const migrateOrExplain = async (servers: Servers, { dataDir, external }: StartConfig): Promise<void> => {
  if (!external.postgres && isMigrated(dataDir, servers)) return;
  try {
    await migrate(servers);
    if (!external.postgres) stampMigrated(dataDir, servers);
  } catch (error) {
    if (!external.postgres) throw error;
    const reason = messageOf(error).split('\n').at(-1);
    throw new StackProblem(
      `DATABASE_URL cannot be used (${reason}): give an existing database and a user who may create roles and extensions.`,
    );
  }
};

const launch = async (servers: Servers, config: StartConfig, progress: Progress) => {
  const view = makeLogView({ forPerson: process.stdout.isTTY, verbose: config.verbose });
  const log = (name: string, line: string): void => {
    const shown = view(name, line);
    if (shown !== undefined) progress.line(shown);
  };
  return startProcesses(servers, { ...config, log });
};
