import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, prepareDatabase } from '@representa/postgres';
import postgres from 'postgres';
import { benchFolder, distFolder } from '../paths.ts';
import type { FilledDatabase } from '../product.ts';

const name = 'baseline';

interface BaselineDatabase extends FilledDatabase {
  /** The address of a role that may do as little as those of the services. */
  roleUrl: string;
}

/** Creates an empty database with the baseline's tables on the product's server. */
export const createDatabase = async (serverUrl: string): Promise<BaselineDatabase> => {
  const admin = postgres(serverUrl, { max: 1 });
  await admin.unsafe(`create database ${name}`).finally(() => admin.end());
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  const url = address.href;
  address.username = name;
  address.password = name;
  const roleUrl = address.href;
  await prepareDatabase(url, { [name]: name });
  await migrate({ url: roleUrl, schema: name, directory: gatherSql() });
  const schemas = { gateway: name, clients: name, catalog: name, sales: name, hasReferences: false, hasChanges: false };
  return { url, roleUrl, schemas, rulesFile: join(benchFolder, 'baseline/consistency.sql') };
};

/**
 * A folder with what is applied: of the baseline, of the libraries that it uses, and the function by which the gateway
 * looks up keys.
 */
const gatherSql = (): string => {
  const gathered = join(distFolder, 'sql');
  const copy = (from: string, to: string): void =>
    cpSync(join(benchFolder, from), join(gathered, to), { recursive: true });
  rmSync(gathered, { recursive: true, force: true });
  for (const folder of ['migrations', 'sql']) {
    copy(`baseline/${folder}`, `baseline/${folder}`);
    copy(`../../libs/records/${folder}`, `records/${folder}`);
  }
  copy('../../libs/postgres/sql', 'postgres/sql');
  copy('../../gateway/sql/keys.sql', 'baseline/sql/keys.sql');
  return gathered;
};
