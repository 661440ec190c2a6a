export { type CellType, fold, groupsByComma, parseBoolean, parseNumber, withoutFormulaGuard } from './cells.ts';
export { type Columns, columnsOf } from './columns.ts';
export { emptyFile, otherColumns } from './csv.errors.ts';
export { decodeText } from './decode-text.ts';
export { type CsvRecord, readRecords } from './read-records.ts';
export { byteOrderMark, type Cell, csvLine, csvType, toCsv } from './write-csv.ts';
