import { lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from './child.ts';
import { linkLibraries, type PostgresBinaries, postgresVersion } from './postgres-binaries.ts';
import { StackProblem } from './problem.ts';

const nobody = 65_534;

/** As whom PostgreSQL runs. It refuses to run as root, so root has to become somebody else for it. */
export interface Identity {
  /** The same command, run as this identity. */
  command(program: string, args: readonly string[]): Command;
  /** Makes a file or folder with all it contains this identity's own. */
  own(path: string): void;
  /** The major version of PostgreSQL that runs. */
  major: string;
}

type Candidate = Omit<Identity, 'major'>;

const asMyself: Candidate = { command: (program, args) => ({ program, args }), own: () => {} };

const asNobody: Candidate = {
  command: (program, args) => ({ program, args, uid: nobody, gid: nobody }),
  own: (path) => changeOwner(path, nobody),
};

/** For folders that only root can enter (a clone under /root): root's rights under nobody's name. */
const asRootByAnotherName: Candidate = {
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
  if (!isRoot()) return [asMyself];
  return othersCanEnter(folder) ? [asNobody, asRootByAnotherName] : [asRootByAnotherName];
};

const firstThatRuns = async ({ postgres }: PostgresBinaries, all: Candidate[]): Promise<Identity | undefined> => {
  for (const candidate of all) {
    const version = await postgresVersion(candidate.command(postgres, ['--version']));
    if (version) return { ...candidate, major: version.major };
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
