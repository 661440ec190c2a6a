export { addImportRoute, addImports } from './add-imports.ts';
export type { ImportFile } from './import-file.ts';
export { invalidRows } from './imports.errors.ts';
export { csvBody } from './imports.schemas.ts';
export type { Merged } from './staged-rows.repository.ts';
