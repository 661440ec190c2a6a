import { lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from '../children/child.ts';
import { StackProblem } from '../problem.ts';
import { linkLibraries, type PostgresBinaries, postgresVersion } from './postgres-binaries.ts';

const nobody = 65_534;

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
  const found = await firstThatRuns(binaries, candidates(folder));
  if (found) return found;
  await linkLibraries(binaries);
  const afterLinking = await firstThatRuns(binaries, candidates(folder));
  if (afterLinking) return afterLinking;
  throw new StackProblem(
    isRoot()
      ? `PostgreSQL does not run as root, and no other user can enter ${folder}: move the project and its data to a folder that others can enter, or set DATABASE_URL.`
      : 'The PostgreSQL that npm installed does not run on this machine: run one yourself and set DATABASE_URL to it.',
  );
};

const isRoot = (): boolean => process.getuid?.() === 0;

const candidates = (folder: string): Candidate[] => {
  if (!isRoot()) return [asCurrentUser];
  return othersCanEnter(folder) ? [asNobody, asRootMappedToNobody] : [asRootMappedToNobody];
};

const firstThatRuns = async ({ postgres }: PostgresBinaries, all: Candidate[]): Promise<Identity | undefined> => {
  for (const candidate of all) {
    const major = await postgresVersion(candidate.command(postgres, ['--version']));
    if (major) return { ...candidate, major };
  }
  return undefined;
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
  for (const { parentPath, name } of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(parentPath, name), owner, owner);
  }
};
