import { join } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { prepareDatabase } from '@representa/postgres';
import { lastLines, outputOf } from './child.ts';
import { environmentOf, workspaceOf } from './processes.ts';
import type { Addresses } from './servers.ts';

/** Creates roles, schemas and extensions, then runs the migrations of each process. */
export const migrate = async (servers: Addresses): Promise<void> => {
  await prepareDatabase(servers.postgres.url, servers.postgres.rolePasswords);
  await Promise.all(processes.map((name) => runCommand(name, 'migrate', servers)));
};

export const seedDemo = (servers: Addresses, nodeEnv: string): Promise<void> =>
  runCommand('gateway', 'empresas', servers, ['seed-demo'], nodeEnv);

const runCommand = async (
  name: ProcessName,
  script: string,
  servers: Addresses,
  args: string[] = [],
  nodeEnv = 'development',
): Promise<void> => {
  const path = join(workspaceOf(name), `dist/${script}.js`);
  const env = environmentOf(name, servers, { nodeEnv });
  const { ok, output } = await outputOf({ program: process.execPath, args: [path, ...args], env });
  if (!ok) throw new Error(`${name}: ${script} failed with the output:\n${lastLines(output)}`);
};
