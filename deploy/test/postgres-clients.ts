import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { findPostgresBinaries } from '@representa/local-stack';
import { hasTool } from '@representa/testing';

/** In the PATH, or where Debian's postgresql-client-18 puts them. PostgreSQL itself comes from npm. */
const inPath = execFileSync('sh', ['-c', 'command -v pg_dump || true'], { encoding: 'utf8' }).trim();
const places = [dirname(inPath), '/usr/lib/postgresql/18/bin'];
const tools = ['pg_dump', 'pg_restore', 'pg_basebackup', 'psql', 'createdb'];

/** Their folder; undefined when they are not installed. */
export const clients = places.find((folder) => {
  try {
    return tools.every((name) =>
      execFileSync(join(folder, name), ['--version'], { encoding: 'utf8', stdio: 'pipe' }).includes('PostgreSQL) 18'),
    );
  } catch {
    return false;
  }
});

export const hasClients = (): boolean =>
  hasTool('client programs of PostgreSQL 18 (Debian: postgresql-client-18)', clients);

const { initdb } = await findPostgresBinaries();
export const path = [clients, dirname(initdb), '/usr/bin', '/bin'].join(':');

export const nobody = 65_534;
/** PostgreSQL refuses to run as root. */
export const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
