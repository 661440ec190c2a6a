import { z } from 'zod';
import type { Cell } from '../csv/write-csv.ts';

/** A column as hucre takes it. */
interface SheetColumn {
  numFmt?: string;
  width?: number;
}

/** Spreadsheets show a date without a format as a number, and one that is wider than its column as `####`. */
const dates: SheetColumn = { numFmt: 'dd/mm/yyyy', width: 12 };
/** In UTC, like the JSON. */
const moments: SheetColumn = { numFmt: 'dd/mm/yyyy hh:mm:ss', width: 20 };

export const sheetColumn = (field: unknown): SheetColumn => {
  if (field instanceof z.ZodISODate) return dates;
  return field instanceof z.ZodISODateTime ? moments : {};
};

/** Excel counts a 29 February 1900. Before it, the same number is another day elsewhere. */
const firstDate = '1900-03-01';

/** Characters that XML cannot hold, not even escaped: one of them would make the whole sheet unreadable. */
const notInXml = /[\ufffe\uffff]/g;
/**
 * A text that looks like an escape of XLSX: `_x0041_` is shown as `A`. The last `_` may also come from hucre, which writes a
 * control character behind such a text as an escape.
 */
const likeEscape = /_x(?=[\dA-Fa-f]{4})/g;

/** A cell as hucre takes it. */
export type SheetCell = Exclude<Cell, undefined> | Date;

/** hucre escapes the signs of XML and control characters, and nothing else. */
export const sheetCell = (cell: Cell, column?: SheetColumn): SheetCell => {
  if (typeof cell !== 'string') return cell ?? null;
  if (column?.numFmt && cell >= firstDate) return new Date(cell);
  return cell.replace(notInXml, '\ufffd').replace(likeEscape, '_x005F_x');
};
