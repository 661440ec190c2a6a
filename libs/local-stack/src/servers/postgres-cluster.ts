import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lastLines, outputOf, readQuietly } from '../children/child.ts';
import { StackProblem } from '../problem.ts';
import type { Identity, PostgresBinaries } from './postgres-identity.ts';

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
  removeOldPidFile(folder);
};

/** Creates the cluster in a draft folder and renames it at the end, so that an interrupted start leaves no partial cluster. */
const createCluster = async (cluster: Cluster): Promise<void> => {
  const { folder, password, identity, binaries } = cluster;
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  refuseForeignFiles(folder);
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    for (const path of [draft, passwordFile]) identity.own(path);
    await run(cluster, binaries.initdb, initdbArguments(cluster, draft, passwordFile));
    await run(cluster, binaries.postgres, ['--single', '-D', draft, 'postgres'], `create database ${database};\n`);
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

const pidFileOf = (folder: string): string[] => readQuietly(join(folder, 'postmaster.pid'))?.split('\n') ?? [];

/** Whether the server with this pid accepts connections: it writes so into its pid file, which pg_ctl reads too. */
export const isAcceptingConnections = (folder: string, pid: number | undefined): boolean => {
  const lines = pidFileOf(folder);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
};

/**
 * Of a server that was killed. PostgreSQL would refuse to start if another process has its pid by now. If it is a server after
 * all, PostgreSQL itself refuses.
 */
const removeOldPidFile = (folder: string): void => {
  const [pid = ''] = pidFileOf(folder);
  const command = pid && readQuietly(`/proc/${pid}/cmdline`);
  if (pid && !command?.includes('postgres')) rmSync(join(folder, 'postmaster.pid'), { force: true });
};
