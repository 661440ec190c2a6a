import { join } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { prepareDatabase } from '@representa/postgres';
import { lastLines, outputOf } from '../children/child.ts';
import type { Addresses } from '../servers/servers.ts';
import { environmentOf, roleUrl, workspaceOf } from './processes.ts';

/** The command prefers this variable. In the environment of the shell, it names the database of another system. */
const noOtherDatabase = { DIRECT_DATABASE_URL: '', DIRECT_DATABASE_URL_FILE: '' };

/** Creates roles, schemas and extensions, then runs the migrations of each process, or of the given ones. */
export const migrate = async (
  { postgres }: Pick<Addresses, 'postgres'>,
  names: readonly ProcessName[] = processes,
): Promise<void> => {
  await prepareDatabase(postgres.url, postgres.rolePasswords);
  await Promise.all(
    names.map((name) => runCommand(name, 'migrate', { DATABASE_URL: roleUrl(postgres, name), ...noOtherDatabase })),
  );
};

export const seedDemo = (servers: Addresses, nodeEnv: string): Promise<void> =>
  runCommand('gateway', 'empresas', environmentOf('gateway', servers, { nodeEnv }), ['seed-demo']);

const runCommand = async (
  name: ProcessName,
  script: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<void> => {
  const path = join(workspaceOf(name), `dist/${script}.js`);
  const { ok, output } = await outputOf({ program: process.execPath, args: [path, ...args], env });
  if (!ok) throw new Error(`${name}: ${script} failed with the output:\n${lastLines(output)}`);
};
