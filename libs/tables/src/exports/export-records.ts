import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { atMost, callWithin, exportLimits } from '@representa/contracts';
import type { PageAfter, Position } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { TakeSlot } from '@representa/service-kit/process';
import { writeXlsxStream } from 'hucre/xlsx';
import type { z } from 'zod';
import { byteOrderMark, type Cell, csvLine, csvType, type Formats, formatsOf } from '../csv/write-csv.ts';
import { type Format, xlsxType } from './exports.schemas.ts';
import type { SentFile } from './reply-with-file.ts';
import { type SheetCell, sheetCell, sheetColumn } from './sheet-cell.ts';

/** Reads the page after a position: `after` of a list. */
type ReadPage<Selected, Row> = (
  call: RequestCall,
  query: Selected & { limit: number },
  after: Position | undefined,
) => Promise<PageAfter<Row>>;

export interface Exportable<Selected, Schema extends z.ZodObject> {
  /** Also the name of the file. */
  name: string;
  /** Its fields are the columns of the file. */
  record: Schema;
  /** Of columns in a CSV file. A sheet has the values themselves. */
  formats?: Formats;
  readPage: ReadPage<Selected, z.output<Schema>>;
}

/** A size for which lists keep a prepared statement. At most `maxIds`: the export of visits asks sales about a whole page. */
const pageSize = 1_000;
/** The time limit of a page. Between pages no database connection is held: a slow reader costs only memory for one page. */
const pageMs = 3_000;

const types: Record<Format, string> = { csv: csvType, xlsx: xlsxType };

export type ExportRecords<Selected> = (
  call: RequestCall,
  selected: Selected,
  format: Format,
) => Promise<SentFile<Readable>>;

/** Exports all records of a list with these filters, in its order. The stream reads a page when the one before was taken. */
export const makeExportRecords = <Selected, Schema extends z.ZodObject>(
  { name, record, formats, readPage }: Exportable<Selected, Schema>,
  takeSlot: TakeSlot,
): ExportRecords<Selected> => {
  type Row = z.output<Schema>;
  const columns = Object.keys(record.shape);
  const columnFormats = formatsOf(columns, formats);
  const sheetColumns = Object.values(record.shape).map(sheetColumn);
  const cellsOf = (row: Row): Cell[] => columns.map((column) => row[column] as Cell);

  const read = (call: RequestCall, selected: Selected, after?: Position) =>
    readPage(call, { ...selected, limit: pageSize }, after);

  /**
   * The caller's deadline is for the beginning of the reply. A file takes as long as it is read; each page has its own
   * deadline.
   */
  async function* pagesFrom(
    call: RequestCall,
    selected: Selected,
    first: PageAfter<Row>,
  ): AsyncGenerator<readonly Row[]> {
    let page = first;
    yield page.data;
    while (page.next) {
      page = await read({ ...call, deadline: callWithin(pageMs).deadline }, selected, page.next);
      yield page.data;
    }
  }

  async function* asCsv(pages: AsyncGenerator<readonly Row[]>): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(columns);
    for await (const page of pages) yield page.map((row) => csvLine(cellsOf(row), columnFormats)).join('');
  }

  async function* asRows(pages: AsyncGenerator<readonly Row[]>): AsyncGenerator<SheetCell[]> {
    yield [...columns];
    for await (const page of pages)
      for (const row of page) yield cellsOf(row).map((cell, i) => sheetCell(cell, sheetColumns[i]));
  }

  const asXlsx = (pages: AsyncGenerator<readonly Row[]>): Readable =>
    Readable.fromWeb(writeXlsxStream(asRows(pages), { name, columns: sheetColumns }) as ReadableStream);

  return async (call, selected, format) => {
    const free = takeSlot(call.empresa_id);
    try {
      // Before the reply begins, so that an error still has a status.
      const first = await read(atMost(call, pageMs), selected);
      const pages = pagesFrom(call, selected, first);
      const stream = format === 'csv' ? Readable.from(asCsv(pages), { objectMode: false }) : asXlsx(pages);
      const timer = setTimeout(() => stream.destroy(new Error('an export took too long')), exportLimits.timeMs);
      stream.once('close', () => {
        clearTimeout(timer);
        free();
      });
      return { content: stream, type: types[format], fileName: `${name}.${format}` };
    } catch (error) {
      free();
      throw error;
    }
  };
};
