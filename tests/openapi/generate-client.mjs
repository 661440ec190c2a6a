// Part of `npm run generate`: writes the types of @representa/client from the routes' OpenAPI document.
import { writeClientTypes } from './client-types.mjs';
import { makeDocuments } from './make-documents.mjs';

const { document } = await makeDocuments();
await writeClientTypes(document);
process.exit();
