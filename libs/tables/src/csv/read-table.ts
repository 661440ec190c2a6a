import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import { emptyFile, recordTooLong } from './csv.errors.ts';
import { type CsvRecord, makeSplitRecords, maxRecord } from './split-records.ts';

/** Between two pieces other requests get their turn: one is split in less than a millisecond. */
const pieceLength = 4_096;

/** The text up to the end of the first line that is not blank, at least. */
const readHead = async (text: AsyncGenerator<string>): Promise<string> => {
  let head = '';
  while (!/[\r\n]/.test(head.trimStart())) {
    if (head.length > maxRecord) throw recordTooLong(1);
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  if (head.trim() === '') throw emptyFile();
  return head;
};

/** Decided once, by the header: several delimiters at a time would cut `1.234,56`. */
const delimiterOf = (head: string): string => {
  const header = head.trimStart().split(/[\r\n]/, 1)[0] as string;
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [';', ',', '\t'].reduce((max, next) => (count(next) > count(max) ? next : max));
};

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength);
    await yieldToOtherRequests();
  }
}

/** The records of a CSV file that are not blank, the header first. */
export async function* readRecords(text: AsyncGenerator<string>): AsyncGenerator<CsvRecord> {
  const head = await readHead(text);
  const records = makeSplitRecords(delimiterOf(head));
  for await (const piece of inPieces(head)) yield* records.split(piece);
  for await (const chunk of text) {
    for await (const piece of inPieces(chunk)) yield* records.split(piece);
  }
  yield* records.end();
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/**
 * The rows of a CSV file, after `onHeader` was called with the names of its columns. Spreadsheets also write emptied columns,
 * behind the last one with a name: their blank cells are left out. The caller checks how many cells a row has.
 */
export async function* readTable(
  text: AsyncGenerator<string>,
  onHeader: (names: string[]) => void,
): AsyncGenerator<CsvRecord> {
  let width: number | undefined;
  let named = 0;
  for await (const { line, cells } of readRecords(text)) {
    if (width === undefined) {
      width = cells.length;
      named = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
      onHeader(cells.slice(0, named));
      continue;
    }
    const hasEmptied = cells.length === width && cells.slice(named).every(isBlank);
    yield { line, cells: hasEmptied ? cells.slice(0, named) : cells };
  }
  if (width === undefined) throw emptyFile();
}
