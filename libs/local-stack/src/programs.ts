import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lastLines, outputOf } from './child.ts';
import { searchPath } from './config.ts';
import { StackProblem } from './problem.ts';

export interface ServerPackage {
  label: string;
  /** Any of these is the server. */
  programs: string[];
  apt: string;
  brew: string;
  variable: string;
}

export const natsPackage: ServerPackage = {
  label: 'NATS',
  programs: ['nats-server'],
  apt: 'nats-server',
  brew: 'nats-server',
  variable: 'NATS_URL',
};

/** Debian's redis-tools has the whole server (as redis-check-rdb) and, unlike redis-server, starts no service. */
export const redisPackage: ServerPackage = {
  label: 'Redis',
  programs: ['redis-server', 'valkey-server', 'redis-check-rdb'],
  apt: 'redis-tools',
  brew: 'redis',
  variable: 'REDIS_URL',
};

/** Debian keeps servers where only an administrator's PATH leads. */
const furtherFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/opt/homebrew/bin'];

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

type Say = ((sentence: string) => void) | undefined;

let installing: Promise<unknown> = Promise.resolve();

/** The path of the server's program, or nothing when it is to be run in a container. */
export const findOrInstall = async (wanted: ServerPackage, say?: Say): Promise<string | undefined> => {
  const found = findProgram(wanted.programs);
  if (found) return found;
  const installed = installing.then(() => install(wanted, say)); // package managers do one thing at a time
  installing = installed.catch(() => {});
  const complaint = await installed;
  const program = findProgram(wanted.programs);
  if (program) return program;
  const { containersAnswer } = await import('./containers.ts');
  if (await containersAnswer()) return undefined;
  throw new StackProblem(
    `${wanted.label} is not on this machine and could not be installed (${complaint}): install ${wanted.programs[0]}, start Docker, or set ${wanted.variable}.`,
  );
};

/** Why it could not be installed, if so. */
const install = async (wanted: ServerPackage, say: Say): Promise<string | undefined> => {
  const administrator = await becomeAdministrator();
  if (findProgram(['apt-get']) && administrator) {
    say?.(`installing ${wanted.label} with apt-get`);
    return installWithApt(administrator, wanted.apt);
  }
  if (findProgram(['brew'])) {
    say?.(`installing ${wanted.label} with brew`);
    return complaintOf(['env', 'HOMEBREW_NO_AUTO_UPDATE=1', 'brew', 'install', '--quiet', wanted.brew]);
  }
  return 'there is neither apt-get with the right to use it nor brew';
};

/** What goes before a command that needs root. */
const becomeAdministrator = async (): Promise<string[] | undefined> => {
  if (process.getuid?.() === 0) return [];
  return (await complaintOf(['sudo', '-n', 'true'])) === undefined ? ['sudo', '-n'] : undefined;
};

const installWithApt = async (administrator: string[], name: string): Promise<string | undefined> => {
  // SYSTEMD_OFFLINE keeps the package from starting a service of its own beside ours.
  const aptGet = [...administrator, 'env', 'DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1', 'apt-get', '-qq'];
  const waitForOthers = ['-o', 'DPkg::Lock::Timeout=120'];
  const command = [...aptGet, ...waitForOthers, 'install', '-y', '--no-install-recommends', name];
  if ((await complaintOf(command)) === undefined) return keepFromBooting(administrator, name);
  await complaintOf([...aptGet, ...waitForOthers, 'update']);
  const complaint = await complaintOf(command);
  return complaint ?? keepFromBooting(administrator, name);
};

const keepFromBooting = async (administrator: string[], name: string): Promise<undefined> => {
  if (existsSync('/run/systemd/system')) await complaintOf([...administrator, 'systemctl', '--quiet', 'disable', name]);
};

/** Not stopped half-way when this process goes: that would leave the package manager in disorder. */
const complaintOf = async ([program = '', ...args]: string[]): Promise<string | undefined> => {
  const { ok, output } = await outputOf({ program, args }, false);
  return ok ? undefined : lastLines(output, 1);
};
