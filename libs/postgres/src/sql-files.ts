import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SqlFile {
  /** `sales/migrations/001-sales.sql` */
  name: string;
  /** The library or schema whose numbering it belongs to: `sales`. */
  sequence: string;
  statements: string;
  checksum: string;
}

/**
 * Reads `<sequence>/migrations/NNN-what.sql` (tables: applied once, never edited), `<sequence>/sql/<what>.sql`
 * (functions: replaced when their text changes) and `<sequence>/backfills/NNN-what.sql` (values of old rows: applied once).
 * Libraries come before the schema's own files, which may call theirs.
 */
export const readSqlFiles = async (
  directory: string,
  schema: string,
): Promise<{ migrations: SqlFile[]; functions: SqlFile[]; backfills: SqlFile[] }> => {
  const sequences = (await readdir(directory)).sort(
    (a, b) => Number(a === schema) - Number(b === schema) || compare(a, b),
  );
  const readAll = async (folder: string): Promise<SqlFile[]> =>
    (await Promise.all(sequences.map((sequence) => readFolder(directory, sequence, folder)))).flat();
  return {
    migrations: await readAll('migrations'),
    functions: await readAll('sql'),
    backfills: await readAll('backfills'),
  };
};

const readFolder = async (directory: string, sequence: string, folder: string): Promise<SqlFile[]> => {
  const files = await readdir(join(directory, sequence, folder)).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(
    files
      .filter((file) => file.endsWith('.sql'))
      .sort(compare)
      .map(async (file) => {
        const statements = await readFile(join(directory, sequence, folder, file), 'utf8');
        const checksum = createHash('sha256').update(statements).digest('hex');
        return { name: `${sequence}/${folder}/${file}`, sequence, statements, checksum };
      }),
  );
};

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
