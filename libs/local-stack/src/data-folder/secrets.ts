import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { codeOf, StackProblem } from '../problem.ts';

/** Generated once per data folder. */
interface Secrets {
  application: 'representa';
  postgres: string;
  redis: string;
  gatewaySecret: string;
  roles: Record<ProcessName, string>;
  nats: Record<ProcessName, string>;
}

/** A folder with this file is a data folder of Representa. */
export const secretsFile = 'secrets.json';

// Hexadecimal needs no escaping in URLs and configuration files.
const randomSecret = (): string => randomBytes(24).toString('hex');

const onePerProcess = (): Record<ProcessName, string> =>
  Object.fromEntries(processes.map((name) => [name, randomSecret()])) as Record<ProcessName, string>;

export const makeSecrets = (): Secrets => ({
  application: 'representa',
  postgres: randomSecret(),
  redis: randomSecret(),
  gatewaySecret: randomSecret(),
  roles: onePerProcess(),
  nats: onePerProcess(),
});

/** Synchronous, because the servers of a stack call it at the same time and must get the same secrets. */
export const loadSecrets = (dataDir: string): Secrets => {
  const path = join(dataDir, secretsFile);
  try {
    const found = JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>;
    if (found.application === 'representa' && found.roles && found.nats) return found as Secrets;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      const secrets = makeSecrets();
      writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
      return secrets;
    }
  }
  throw new StackProblem(`${path} is damaged: repair it, or set DATA_DIR to another folder.`);
};
