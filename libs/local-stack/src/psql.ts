import { processes } from '@representa/contracts';
import { runInTerminal } from './children/child.ts';
import { readStackConfig } from './config.ts';
import { findRunningStack } from './data-folder.ts';
import { StackProblem } from './problem.ts';

/** The command `npm run psql [schema] [options of psql]`: opens the database of the running stack as its administrator. */
export const main = async (args: string[]): Promise<void> => {
  const { dataDir, external } = readStackConfig();
  const url = findRunningStack(dataDir)?.postgres ?? external.postgres;
  if (!url)
    throw new StackProblem(
      `Nothing runs on the data in ${dataDir} (DATA_DIR): start it with npm run dev or npm start in another terminal.`,
    );
  const schema = processes.find((name) => name === args[0]);
  const env = { PGOPTIONS: `-c search_path=${schema ?? processes.join(',')},extensions` };
  // For psql, Ctrl-C cancels a statement.
  process.on('SIGINT', () => {});
  await runInTerminal({ program: 'psql', args: [url, ...args.slice(schema ? 1 : 0)], env }).catch(() => {
    throw new StackProblem(
      `psql is missing: install it (Debian: postgresql-client), or use another program with ${url}`,
    );
  });
};
