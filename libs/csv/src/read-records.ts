import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { cutOffQuotes, emptyFile, recordTooLong } from './csv.errors.ts';

export interface CsvRecord {
  /** Where it begins, from 1. */
  line: number;
  cells: string[];
}

/** More than any record needs. A larger one is refused before it fills the memory. */
const longestRecord = 65_536;

const lineBreak = /\r\n|\r|\n/g;

async function* joined(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** The text up to the end of the first line that is not blank, at least. */
const readHead = async (text: AsyncGenerator<string>): Promise<string> => {
  let head = '';
  while (!/[\r\n]/.test(head.trimStart())) {
    if (head.length > longestRecord) throw recordTooLong(1);
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  if (head.trim() === '') throw emptyFile();
  return head.replace(/^\ufeff/, '');
};

/** Decided once, by the header: several delimiters at a time would cut `1.234,56`. */
const delimiterOf = (head: string): string => {
  const header = head.trimStart().split(lineBreak, 1)[0] as string;
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [';', ',', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most));
};

/** The records of a CSV file, the header first. Blank ones are left out: spreadsheets end their files with lines of delimiters. */
export async function* readRecords(text: AsyncGenerator<string>): AsyncGenerator<CsvRecord> {
  const head = await readHead(text);
  // The parser's own count takes a line break within quotes for two.
  let line = 1;
  const onRecord = ({ record: cells, raw }: { record: string[]; raw: string }): CsvRecord | null => {
    const begin = line;
    line += raw.match(lineBreak)?.length ?? 0;
    return cells.some((cell) => cell.trim() !== '') ? { line: begin, cells } : null;
  };
  const parser = parse({
    delimiter: delimiterOf(head),
    // All of them: files are put together from parts of different systems.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: longestRecord,
    raw: true,
    // The parser's types lack `raw`.
    on_record: onRecord as never,
  });
  const source = Readable.from(joined(head, text));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? recordTooLong(line) : cutOffQuotes(line);
  } finally {
    source.destroy();
  }
}
