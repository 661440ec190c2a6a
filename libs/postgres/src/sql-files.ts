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

export interface FileStatement {
  text: string;
  /** The line of the file on which it begins. */
  line: number;
}

/** Quoted text, function bodies and comments, which may contain a semicolon, or the semicolon that ends a statement. */
const token =
  /(\$\w*\$)[\s\S]*?\1|\bbegin\s+atomic\b[\s\S]*?\bend(?=\s*;)|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;/gi;

/** The statements of a file. Run one by one, the one that fails is known. */
export const splitSql = (sql: string): FileStatement[] => {
  const ends = [...sql.matchAll(token)].filter(([text]) => text === ';').map(({ index }) => index + 1);
  return [...ends, sql.length].flatMap((end, i) => {
    const start = ends[i - 1] ?? 0;
    const leading = /^(?:\s|--[^\n]*\n|--[^\n]*$|\/\*[\s\S]*?\*\/)*/.exec(sql.slice(start, end))?.[0].length ?? 0;
    const text = sql.slice(start + leading, end);
    return text.trim() === '' ? [] : [{ text, line: lineAt(sql, start + leading) }];
  });
};

/** Counted from 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;
