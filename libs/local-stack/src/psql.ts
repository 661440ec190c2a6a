import { spawn } from 'node:child_process';
import { processes } from '@representa/contracts';
import { inheritedEnvironment, readStackConfig } from './config.ts';
import { findRunningStack } from './data-folder/stack-lock.ts';
import { messageOf, StackProblem } from './problem.ts';

/** The command `npm run psql [schema] [options of psql]`: opens the database of the running stack as its administrator. */
export const main = async (args: string[]): Promise<void> => {
  try {
    const { dataDir, external } = readStackConfig();
    const url = findRunningStack(dataDir)?.postgres ?? external.postgres;
    if (!url)
      throw new StackProblem(
        `Nothing runs on the data in ${dataDir} (DATA_DIR): start it with npm run dev or npm start in another terminal.`,
      );
    const schema = processes.find((name) => name === args[0]);
    const PGOPTIONS = `-c search_path=${schema ?? processes.join(',')},extensions`;
    const env = { ...inheritedEnvironment(), PGOPTIONS };
    const child = spawn('psql', [url, ...args.slice(schema ? 1 : 0)], { stdio: 'inherit', env });
    child.once('error', () => {
      process.stderr.write(
        `psql is missing: install it (Debian: postgresql-client), or use another program with ${url}\n`,
      );
      process.exitCode = 1;
    });
    child.once('exit', (code) => {
      process.exitCode = code ?? 1;
    });
    // For psql, Ctrl-C cancels a statement.
    process.on('SIGINT', () => {});
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
};
