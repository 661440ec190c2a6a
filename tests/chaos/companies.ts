import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environmentOf, type Servers } from '@representa/local-stack';

export interface Company {
  id: string;
  nome: string;
  key: string;
}

const run = promisify(execFile);
const command = fileURLToPath(new URL('../dist/empresas.js', import.meta.url));

/** As an administrator makes one: with the gateway's own command. */
export const createCompany = async (servers: Servers, nome: string): Promise<Company> => {
  const { stdout } = await run(process.execPath, [command, 'create', nome], { env: environmentOf('gateway', servers) });
  const [, id = '', key = ''] = /\bid +(\S+)\s+key +(\S+)/.exec(stdout) ?? [];
  if (!id || !key) throw new Error(`could not read the new company's key:\n${stdout}`);
  return { id, nome, key };
};
