import { banner, help } from './banner.ts';
import { endGuard, endLeftovers } from './children/guard.ts';
import { supervise } from './children/supervisor.ts';
import { readStartConfig, type StartConfig } from './config.ts';
import { emptyDataFolder, prepareDataFolder, removeStackFile, takeLock, writeStackFile } from './data-folder.ts';
import { checkPort, networkUrl, publicUrl } from './ports.ts';
import { messageOf, StackProblem } from './problem.ts';
import { makeLogView } from './process-log.ts';
import {
  buildProcesses,
  environmentOf,
  makeDemo,
  migrate,
  type ProcessesOptions,
  type StackProcesses,
  startProcesses,
} from './processes.ts';
import { type Servers, type ServersOptions, startServers } from './servers/servers.ts';
import { onRequestToStop } from './signals.ts';

/** What is different about `npm run dev`. */
export interface Development {
  command: string;
  help: string;
  servers: Partial<ServersOptions>;
  processes: ProcessesOptions;
  /** Bundles the processes that it watches. */
  build(config: StartConfig): Promise<unknown>;
  /** Called when everything runs. `over` is aborted when the stack is about to be stopped. */
  begin(stack: { servers: Servers; processes: StackProcesses; over: AbortSignal; line: Line }): void;
}

export type Line = (text: string) => void;

const line: Line = (text) => void process.stdout.write(`${text}\n`);

/** The command `npm start`. */
export const main = (args: string[]): Promise<void> => runStack(args);

export const runStack = async (args: string[], development?: Development): Promise<void> => {
  const config = readStartConfig(args, development?.command);
  if (config.help) return void process.stdout.write(development?.help ?? help);
  prepareDataFolder(config.dataDir);
  const lock = takeLock(config.dataDir);
  const stopping = new AbortController();
  /** The guard ends all that runs or is starting: processes before servers. */
  const stop = async (): Promise<void> => {
    stopping.abort();
    await endGuard();
    removeStackFile(config.dataDir);
    lock.release();
  };
  onRequestToStop(async (reason) => {
    line(`Stopping (${reason})`);
    await stop();
    line('✔ Stopped, nothing is left running');
    process.exit(0);
  });
  try {
    await bringUp(config, stopping.signal, development);
  } catch (error) {
    if (stopping.signal.aborted) return;
    await stop();
    process.stderr.write(
      `${error instanceof StackProblem ? error.message : `Representa could not start: ${messageOf(error)}`}\n`,
    );
    process.exit(1);
  }
};

const bringUp = async (config: StartConfig, over: AbortSignal, development?: Development): Promise<void> => {
  const { dataDir, nodeEnv, external } = config;
  const follow = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const begun = Date.now();
    const result = await work;
    over.throwIfAborted();
    line(`✔ ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    return result;
  };
  await endLeftovers(dataDir);
  await checkPort(config);
  if (config.admin?.port === config.port)
    throw new StackProblem(
      `PORT and ADMIN_PORT are both ${config.port}: choose another one, for example ADMIN_PORT=3101.`,
    );
  if (config.admin) await checkPort(config.admin, 'ADMIN_');
  if (config.fresh) emptyDataFolder(dataDir);
  const options = { ...external, dataDir, where: 'machine', follow, ...development?.servers } as const;
  const build = async () => {
    await buildProcesses();
    await development?.build(config);
  };
  const [servers] = await Promise.all([startServers(options), follow('Build', build())]);
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
    production ? undefined : follow('Demo companies', makeDemo(servers, nodeEnv)),
  ]);
  const { postgres, nats, redis } = servers;
  const { gateway, sales, catalog, clients } = processes;
  // In development, a process that ended waits for a change of its sources.
  for (const one of [postgres, nats, redis, ...(development ? [] : [gateway, sales, catalog, clients])])
    supervise(one, over, (text) => line(`! ${text}`));
  writeStackFile(dataDir, { gateway: environmentOf('gateway', servers, config), postgres: postgres.url });
  line(banner({ url: publicUrl(config), networkUrl: networkUrl(config), dataDir, production }));
  development?.begin({ servers, processes, over, line });
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
