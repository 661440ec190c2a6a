import { endGuard, endLeftovers } from './children/guard.ts';
import { type Supervisor, supervise } from './children/supervisor.ts';
import { readStartConfig, type StartConfig } from './config.ts';
import { emptyDataFolder, prepareDataFolder } from './data-folder/data-folder.ts';
import { removeStackFile, type StackLock, takeLock, writeStackFile } from './data-folder/stack-lock.ts';
import { checkPort, networkUrl, publicUrl } from './ports/public-port.ts';
import { messageOf, StackProblem } from './problem.ts';
import { migrate, seedDemo } from './processes/migrate.ts';
import {
  buildProcesses,
  environmentOf,
  type ProcessesOptions,
  type StackProcesses,
  startProcesses,
} from './processes/processes.ts';
import { type Servers, type ServersOptions, startServers } from './servers/servers.ts';
import { banner, help } from './terminal/banner.ts';
import { makeLogView } from './terminal/process-log.ts';
import { onRequestToStop } from './terminal/signals.ts';

/** What is different about `npm run dev`. */
export interface Development {
  command: string;
  help: string;
  servers: Partial<ServersOptions>;
  processes: ProcessesOptions;
  /** Bundles the processes that it watches. */
  build(config: StartConfig): Promise<unknown>;
  /** Called when everything runs. */
  begin(stack: { servers: Servers; processes: StackProcesses; line: Line }): void;
}

export type Line = (text: string) => void;

/** The parts of the stack that have been started so far. */
interface Started {
  /** The stack is being stopped: nothing more may be started. */
  over?: boolean;
  lock?: StackLock;
  servers?: Servers;
  processes?: StackProcesses;
  supervisor?: Supervisor;
}

const line: Line = (text) => void process.stdout.write(`${text}\n`);

/** The command `npm start`. */
export const main = (args: string[]): Promise<void> => runStack(args);

export const runStack = async (args: string[], development?: Development): Promise<void> => {
  const started: Started = {};
  let dataDir = '';
  const stop = async (): Promise<void> => {
    started.over = true;
    started.supervisor?.end();
    await started.processes?.stop();
    await started.servers?.stop();
    // Stops everything that was still starting.
    await endGuard();
    if (started.lock) removeStackFile(dataDir);
    started.lock?.release();
  };
  try {
    const config = readStartConfig(args, development?.command);
    if (config.help) return void process.stdout.write(development?.help ?? help);
    dataDir = config.dataDir;
    onRequestToStop({
      stop: async (reason) => {
        line(`Stopping (${reason})`);
        await stop();
        line('✔ Stopped, nothing is left running');
        process.exit(0);
      },
      // Without grace periods.
      force: () => void endGuard({ force: true }).then(() => process.exit(1)),
    });
    await bringUp(config, started, development);
  } catch (error) {
    if (started.over) return;
    await stop();
    process.stderr.write(
      `${error instanceof StackProblem ? error.message : `Representa could not start: ${messageOf(error)}`}\n`,
    );
    process.exit(1);
  }
};

const bringUp = async (config: StartConfig, started: Started, development?: Development): Promise<void> => {
  const { dataDir, nodeEnv, external } = config;
  const follow = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const begun = Date.now();
    const result = await work;
    if (started.over) throw new Error('stopped while starting');
    line(`✔ ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    return result;
  };
  prepareDataFolder(dataDir);
  started.lock = takeLock(dataDir);
  await endLeftovers(dataDir);
  await checkPort(config);
  if (config.admin?.port === config.port)
    throw new StackProblem(
      `PORT and ADMIN_PORT are both ${config.port}: choose another one, for example ADMIN_PORT=3101.`,
    );
  if (config.admin) await checkPort(config.admin, 'ADMIN_');
  if (config.fresh) emptyDataFolder(dataDir);
  const options = { ...external, dataDir, where: 'machine', announce: line, follow, ...development?.servers } as const;
  const build = async () => {
    await buildProcesses();
    await development?.build(config);
  };
  const [servers] = await Promise.all([startServers(options), follow('Build', build())]);
  started.servers = servers;
  await follow('Database schema', migrateOrExplain(servers, external.postgres));
  const production = nodeEnv === 'production';
  const view = makeLogView({ forPerson: process.stdout.isTTY, verbose: config.verbose });
  const log = (name: string, text: string): void => {
    const shown = view(name, text);
    if (shown !== undefined) line(shown);
  };
  const launching = startProcesses(servers, { ...config, ...development?.processes, sourceMaps: true, log });
  const [processes] = await Promise.all([
    follow('Gateway, sales, catalog, clients', launching),
    production ? undefined : follow('Demo companies', seedDemo(servers, nodeEnv)),
  ]);
  started.processes = processes;
  const { postgres, nats, redis } = servers;
  const { gateway, sales, catalog, clients } = processes;
  // In development, a process that ended waits for a change of its sources.
  const supervised = [postgres, nats, redis, ...(development ? [] : [gateway, sales, catalog, clients])];
  started.supervisor = supervise(supervised, { report: (text) => line(`! ${text}`) });
  writeStackFile(dataDir, { gateway: environmentOf('gateway', servers, config), postgres: postgres.url });
  line(banner({ url: publicUrl(config), networkUrl: networkUrl(config), dataDir, production }));
  development?.begin({ servers, processes, line });
};

const migrateOrExplain = async (servers: Servers, external: string | undefined): Promise<void> => {
  if (!external) return migrate(servers);
  const { host, pathname } = new URL(external);
  // Without user and password.
  line(`… Preparing the database ${pathname.slice(1)} at ${host} (DATABASE_URL)`);
  try {
    await migrate(servers);
  } catch (error) {
    const reason = messageOf(error).split('\n').at(-1);
    throw new StackProblem(
      `DATABASE_URL cannot be used (${reason}): give an existing database and a user who may create roles and extensions.`,
    );
  }
};
