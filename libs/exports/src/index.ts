export { addExportRoute, makeExports, replyWithFile } from './add-exports.ts';
export type { ExportRecords } from './export-records.ts';
export { csvReply, exportDescription, exportQuery, fileReply, fileReplyHeaders } from './exports.schemas.ts';
