import type { Cell } from '@representa/csv';

/** Characters that XML cannot hold, not even escaped: one of them would make the whole sheet unreadable. */
const notInXml = /[\ufffe\uffff]/g;
/**
 * A text that looks like an escape of XLSX: `_x0041_` is shown as `A`. The last `_` may also come from hucre, which writes a
 * control character behind such a text as an escape.
 */
const likeEscape = /_x(?=[\dA-Fa-f]{4})/g;

/** A cell as hucre takes it. */
export type SheetCell = Exclude<Cell, undefined>;

/** hucre escapes the signs of XML and control characters, and nothing else. */
export const sheetCell = (cell: Cell): SheetCell =>
  typeof cell === 'string' ? cell.replace(notInXml, '\ufffd').replace(likeEscape, '_x005F_x') : (cell ?? null);
