export { type CellType, fold, groupsByComma, parseBoolean, parseNumber, withoutFormulaGuard } from './cells.ts';
export { emptyFile, otherColumns } from './csv.errors.ts';
export { decodeText } from './decode-text.ts';
export { readTable } from './read-table.ts';
export type { CsvRecord } from './split-records.ts';
export { byteOrderMark, type Cell, csvLine, csvType } from './write-csv.ts';
