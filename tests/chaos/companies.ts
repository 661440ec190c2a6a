import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf, type Servers, workspaceOf } from '@representa/local-stack';

export interface Company {
  id: string;
  nome: string;
  key: string;
}

const run = promisify(execFile);
const command = join(workspaceOf('gateway'), 'dist/empresas.js');
const deadlineMs = 20_000;

/** Uses the gateway's own command, as an administrator does. */
export const createCompany = async (servers: Servers, nome: string): Promise<Company> => {
  const { stdout } = await run(process.execPath, [command, 'create', nome], {
    env: environmentOf('gateway', servers),
    timeout: deadlineMs,
  });
  const [, id = '', key = ''] = /\bid +(\S+)\s+key +(\S+)/.exec(stdout) ?? [];
  if (!id || !key) throw new Error(`no key in the output of the empresas command:\n${stdout}`);
  return { id, nome, key };
};
