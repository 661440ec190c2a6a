export { addExportRoute, makeExports, replyWithFile } from './add-exports.ts';
export type { ExportRecords } from './export-records.ts';
export { exportDocs } from './exports.docs.schemas.ts';
export { csvReply, exportQuery } from './exports.schemas.ts';
