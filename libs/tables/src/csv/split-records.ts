import { cutOffQuotes, recordTooLong, tooManyLines } from './csv.errors.ts';

export interface CsvRecord {
  /** Where it begins, from 1. */
  line: number;
  cells: string[];
}

/** More than any record needs. A larger one is refused before it fills the memory. */
export const maxRecord = 65_536;

/** With blank ones, which importers do not count. Twice the rows of the largest import. */
const maxRecords = 100_000;

/**
 * Splits text, which may be cut into pieces anywhere. Leaves out blank records: spreadsheets end their files with lines
 * of delimiters.
 */
export const makeSplitRecords = (delimiter: string) => {
  const tokens = new RegExp(`["\\r\\n${delimiter}]|[^"\\r\\n${delimiter}]+`, 'g');
  let records = 0;
  let line = 1;
  let begin = 1;
  let length = 0;
  let cells: string[] = [];
  let cell = '';
  let quotes: 'none' | 'open' | 'closed' = 'none';
  let last = '';

  const endCell = (): void => {
    cells.push(cell);
    cell = '';
    quotes = 'none';
  };

  const endRecord = (): CsvRecord | undefined => {
    // After the last line's end nothing follows.
    if (length > 0 && ++records > maxRecords) throw tooManyLines(maxRecords);
    endCell();
    const record = { line: begin, cells };
    begin = line;
    length = 0;
    cells = [];
    return record.cells.some((text) => text.trim() !== '') ? record : undefined;
  };

  const takeQuote = (): void => {
    if (quotes === 'none' && cell !== '') throw cutOffQuotes(begin);
    // The second of two quotes within quotes.
    if (quotes === 'closed') cell += '"';
    quotes = quotes === 'open' ? 'closed' : 'open';
  };

  const take = (token: string): CsvRecord | undefined => {
    // The line feed of CR LF belongs to the line that the carriage return has ended.
    const isRestOfLineEnd = token === '\n' && last === '\r';
    const isLineEnd = token === '\r' || (token === '\n' && !isRestOfLineEnd);
    last = token;
    if (isRestOfLineEnd && quotes !== 'open') return undefined;
    if (isLineEnd) line += 1;
    length += token.length;
    if (length > maxRecord) throw recordTooLong(begin);
    if (token === '"') takeQuote();
    else if (quotes === 'open') cell += token;
    else if (token === delimiter) endCell();
    else if (isLineEnd) return endRecord();
    else if (quotes === 'closed') throw cutOffQuotes(begin);
    else cell += token;
    return undefined;
  };

  return {
    *split(piece: string): Generator<CsvRecord> {
      for (const token of piece.match(tokens) ?? []) {
        const record = take(token);
        if (record) yield record;
      }
    },
    *end(): Generator<CsvRecord> {
      if (quotes === 'open') throw cutOffQuotes(begin);
      const record = endRecord();
      if (record) yield record;
    },
  };
};
