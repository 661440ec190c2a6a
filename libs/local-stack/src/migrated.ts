import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '@representa/contracts';
import { workspaceOf } from './processes.ts';
import type { Addresses } from './servers.ts';

/** Kept among the data it speaks of, so that the two cannot be parted. */
const noteIn = (dataDir: string): string => join(dataDir, 'postgres/representa.migrated');

/** All that migrating depends on. A bundle names its parts by their content, so its first file stands for all of it. */
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

/** Whether the private database has had these very migrations: to ask each process costs a quarter of a second start. */
export const isMigrated = (dataDir: string, servers: Addresses): boolean => {
  try {
    return readFileSync(noteIn(dataDir), 'utf8') === fingerprint(servers);
  } catch {
    return false;
  }
};

export const noteMigrated = (dataDir: string, servers: Addresses): void =>
  writeFileSync(noteIn(dataDir), fingerprint(servers));
