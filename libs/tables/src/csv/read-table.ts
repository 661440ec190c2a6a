import { emptyFile } from './csv.errors.ts';
import { readRecords } from './read-records.ts';
import type { CsvRecord } from './split-records.ts';

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
