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
