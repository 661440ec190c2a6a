export { type CellType, fold, groupsByComma, parseBoolean, parseNumber } from './csv/cells.ts';
export { emptyFile, otherColumns } from './csv/csv.errors.ts';
export { decodeText } from './csv/decode-text.ts';
export { readTable } from './csv/read-table.ts';
export type { CsvRecord } from './csv/split-records.ts';
export {
  byteOrderMark,
  type Cell,
  csvLine,
  csvType,
  type Formats,
  money,
  withoutFormulaGuard,
} from './csv/write-csv.ts';
export { addExportRoute, makeExports } from './exports/add-exports.ts';
export type { ExportRecords } from './exports/export-records.ts';
export { exportsBusy, exportsRunning } from './exports/exports.errors.ts';
export { csvReply, exportDocs, fileHeaders, formato } from './exports/exports.schemas.ts';
export { replyWithCsv, replyWithFile } from './exports/reply-with-file.ts';
export { addImportRoute, addImports, type MakeImport } from './imports/add-imports.ts';
export type { ImportDefinition, ImportFile } from './imports/import-file.ts';
export { importDocs } from './imports/imports.schemas.ts';
export { mergeText } from './imports/merge-text.ts';
export { makeFindRenamed, makePushImportedRenames } from './imports/push-imported-renames.ts';
export { makeStagedRows } from './imports/staged-rows.repository.ts';
