export { addExportRoute, makeExports } from './add-exports.ts';
export type { ExportRecords } from './export-records.ts';
export { exportDocs, fileHeaders } from './exports.docs.schemas.ts';
export { csvReply, formato } from './exports.schemas.ts';
export { replyWithCsv, replyWithFile } from './reply-with-file.ts';
