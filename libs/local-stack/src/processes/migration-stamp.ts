import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '@representa/contracts';
import type { Addresses } from '../servers/servers.ts';
import { workspaceOf } from './processes.ts';

/** Inside the data folder of PostgreSQL, so that it is deleted together with the data. */
const stampIn = (dataDir: string): string => join(dataDir, 'postgres/representa.migrated');

/**
 * A hash of everything that migrating depends on. Names of a bundle's chunks contain their content hash, so its entry file
 * stands for the whole bundle.
 */
const fingerprint = ({ postgres }: Addresses): string => {
  const hash = createHash('sha256').update(JSON.stringify(postgres.rolePasswords));
  for (const workspace of processes.map(workspaceOf)) {
    const sql = join(workspace, 'dist/sql');
    hash.update(readFileSync(join(workspace, 'dist/migrate.js')));
    const files = readdirSync(sql, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
    for (const name of files.sort()) hash.update(name).update(readFileSync(join(sql, name)));
  }
  return hash.digest('hex');
};

/** Whether the private database already has these migrations. Asking each process takes a quarter of the time of a restart. */
export const isMigrated = (dataDir: string, servers: Addresses): boolean => {
  try {
    return readFileSync(stampIn(dataDir), 'utf8') === fingerprint(servers);
  } catch {
    return false;
  }
};

export const stampMigrated = (dataDir: string, servers: Addresses): void =>
  writeFileSync(stampIn(dataDir), fingerprint(servers));
