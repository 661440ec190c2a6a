import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lastLines, outputOf } from '../children/child.ts';
import { isGiven, searchPath } from '../config.ts';
import { StackProblem } from '../problem.ts';

export interface ServerPackage {
  label: string;
  /** Names of the program; any of them will do. */
  programs: string[];
  apt: string;
  brew: string;
  /** The variable that names a server which is already running. */
  variable: string;
}

export const natsPackage: ServerPackage = {
  label: 'NATS',
  programs: ['nats-server'],
  apt: 'nats-server',
  brew: 'nats-server',
  variable: 'NATS_URL',
};

/** Debian's redis-tools contains the whole server (as redis-check-rdb). Unlike redis-server it starts no service. */
export const redisPackage: ServerPackage = {
  label: 'Redis',
  programs: ['redis-server', 'valkey-server', 'redis-check-rdb'],
  apt: 'redis-tools',
  brew: 'redis',
  variable: 'REDIS_URL',
};

/** Debian installs servers in folders that are not in an ordinary user's PATH. */
const furtherFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/opt/homebrew/bin'];

/** The path of the first of these programs that the machine has. */
export const findProgram = (names: string[]): string | undefined => {
  const folders = [...searchPath().split(delimiter).filter(Boolean), ...furtherFolders];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

let installing: Promise<unknown> = Promise.resolve();

/** Returns the path of the server's program, or undefined when the server has to run in a container. */
export const findOrInstall = async (
  wanted: ServerPackage,
  canRunContainers: () => Promise<boolean>,
): Promise<string | undefined> => {
  const found = findProgram(wanted.programs);
  if (found) return found;
  // One installation at a time: package managers take a lock.
  const installed = installing.then(() => install(wanted));
  installing = installed.catch(() => {});
  const failure = await installed;
  const program = findProgram(wanted.programs);
  if (program || (await canRunContainers())) return program;
  throw new StackProblem(notInstalled(wanted, failure));
};

/** Names all that is missing, so that one command is enough. */
const notInstalled = (wanted: ServerPackage, failure: string | undefined): string => {
  const others = [natsPackage, redisPackage].filter(
    (other) => other !== wanted && !isGiven(other.variable) && !findProgram(other.programs),
  );
  const missing = [wanted, ...others];
  const list = (of: (one: ServerPackage) => string | undefined): string => missing.map(of).join(' and ');
  const remedy = findProgram(['apt-get'])
    ? `run sudo env SYSTEMD_OFFLINE=1 apt-get install --no-install-recommends ${missing.map(({ apt }) => apt).join(' ')}`
    : `install ${list(({ programs }) => programs[0])}`;
  return `${list(({ label }) => label)} could not be installed (${failure}): ${remedy}, start Docker, or set ${list(({ variable }) => variable)}.`;
};

/** Returns the reason when the installation fails. Every command that changes the machine is announced before it runs. */
const install = async ({ label, apt, brew }: ServerPackage): Promise<string | undefined> => {
  const runAnnounced = (command: string[]): Promise<string | undefined> => {
    // On stderr, because tests may read stdout.
    process.stderr.write(`… ${label} is missing. Running: ${command.join(' ')}\n`);
    return run(command);
  };
  const hasApt = findProgram(['apt-get']) !== undefined;
  const isRoot = process.getuid?.() === 0;
  if (!hasApt || !(isRoot || (await run(['sudo', '-n', 'true'])) === undefined)) {
    if (findProgram(['brew']))
      return runAnnounced(['env', 'HOMEBREW_NO_AUTO_UPDATE=1', 'brew', 'install', '--quiet', brew]);
    return hasApt ? 'sudo needs a password' : 'there is neither apt-get nor brew';
  }
  const asRoot = isRoot ? [] : ['sudo', '-n'];
  // SYSTEMD_OFFLINE keeps the package from starting a service of its own beside ours.
  const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1', 'apt-get', '-qq'];
  const aptGet = [...asRoot, ...quietly, '-o', 'DPkg::Lock::Timeout=120'];
  const installPackage = [...aptGet, 'install', '-y', '--no-install-recommends', apt];
  let failure = await runAnnounced(installPackage);
  if (failure !== undefined) {
    await runAnnounced([...aptGet, 'update']);
    failure = await runAnnounced(installPackage);
  }
  // The package's own service must not start at the next boot.
  if (failure === undefined && existsSync('/run/systemd/system'))
    await runAnnounced([...asRoot, 'systemctl', '--quiet', 'disable', apt]);
  return failure;
};

/**
 * Returns the last line of output when the command fails. The command goes on when this process ends: an interrupted
 * package manager leaves the machine in disorder.
 */
const run = async ([program = '', ...args]: string[]): Promise<string | undefined> => {
  const { ok, output } = await outputOf({ program, args }, false);
  return ok ? undefined : lastLines(output, 1);
};
