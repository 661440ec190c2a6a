import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lastLines, outputOf, signalIfAlive } from '../children/child.ts';
import { StackProblem } from '../problem.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { Identity } from './postgres-identity.ts';

export interface Cluster {
  folder: string;
  password: string;
  binaries: PostgresBinaries;
  identity: Identity;
  /** For tests: skips fsync when creating the cluster. */
  throwAway: boolean;
}

export const database = 'representa';

/** Creates the cluster if there is none. Otherwise checks that its version is the one of these binaries. */
export const ensureCluster = async (cluster: Cluster): Promise<void> => {
  const { folder, identity } = cluster;
  const version = readQuietly(join(folder, 'PG_VERSION'))?.trim();
  if (version === undefined) return createCluster(cluster);
  if (version !== identity.major) {
    throw new StackProblem(
      `${folder} was made by PostgreSQL ${version} and this one is ${identity.major}: set DATA_DIR to another folder, or start with empty data by npm start -- --fresh.`,
    );
  }
  identity.own(folder);
  await clearOldPostmaster(folder);
};

/** Creates the cluster in a draft folder and renames it at the end, so that an interrupted start leaves no partial cluster. */
const createCluster = async (cluster: Cluster): Promise<void> => {
  const { folder, password, identity } = cluster;
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  refuseForeignFiles(folder);
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) identity.own(path);
    await run(cluster, cluster.binaries.initdb, initdbArguments(cluster, draft, passwordFile));
    await run(
      cluster,
      cluster.binaries.postgres,
      ['--single', '-D', draft, 'postgres'],
      `create database ${database};\n`,
    );
    renameSync(draft, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
};

const initdbArguments = ({ throwAway }: Cluster, draft: string, passwordFile: string): string[] => [
  `--pgdata=${draft}`,
  '--username=postgres',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // For what the builtin provider does not cover. macOS has no C.UTF-8.
  `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  ...(throwAway ? ['--no-sync'] : []),
];

const run = async ({ identity }: Cluster, program: string, args: string[], input = ''): Promise<void> => {
  const { ok, output } = await outputOf({ ...identity.command(program, args), input });
  if (!ok) throw new Error(`${basename(program)} failed with the output:\n${lastLines(output)}`);
};

const refuseForeignFiles = (folder: string): void => {
  const status = statSync(folder, { throwIfNoEntry: false });
  if (!status || (status.isDirectory() && readdirSync(folder).length === 0)) return;
  throw new StackProblem(
    `${folder} has files that are not PostgreSQL's: move them away, or set DATA_DIR to another folder.`,
  );
};

const readQuietly = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Whether the server with this pid accepts connections: it writes so into its pid file, which pg_ctl reads too. */
export const isAcceptingConnections = async (folder: string, pid: number | undefined): Promise<boolean> => {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
};

/**
 * Removes the pid file that a killed server left behind. PostgreSQL would refuse to start if any process has that pid now.
 * If the process is a server of this folder, it is shutting down or orphaned: wait for it, and after 2 s stop it.
 */
const clearOldPostmaster = async (folder: string): Promise<void> => {
  const pidFile = join(folder, 'postmaster.pid');
  const deadline = Date.now() + 10_000;
  for (let signalled = false; ; ) {
    const pid = Number.parseInt(readQuietly(pidFile) ?? '', 10);
    if (!pid) return;
    if (!(await isServerOf(folder, pid))) return rmSync(pidFile, { force: true });
    if (Date.now() > deadline)
      throw new StackProblem(`PostgreSQL (process ${pid}) still runs in ${folder}: stop it first.`);
    if (!signalled && Date.now() > deadline - 8_000) {
      signalIfAlive(pid, 'SIGINT');
      signalled = true;
    }
    await delay(25);
  }
};

const isServerOf = async (folder: string, pid: number): Promise<boolean> => {
  const fromKernel = readQuietly(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ');
  const line = fromKernel ?? (await outputOf({ program: 'ps', args: ['-o', 'command=', '-p', String(pid)] })).output;
  return line.includes('postgres') && line.includes(folder);
};
