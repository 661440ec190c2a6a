export { addImportRoute, addImports, type MakeImport } from './add-imports.ts';
export type { ImportFile } from './import-file.ts';
export { importDocs } from './imports.docs.schemas.ts';
export { makeStagedRows } from './staged-rows.repository.ts';
