// The command `npm run client:generate`: writes the types of @representa/client from the routes' OpenAPI document.
import { ensureInstalled } from '../../libs/local-stack/bin/installed.mjs';

await ensureInstalled();
const { makeDocuments } = await import('./make-documents.mjs');
const { writeClientTypes } = await import('./client-types.mjs');
const { document } = await makeDocuments();
await writeClientTypes(document);
process.exit();
