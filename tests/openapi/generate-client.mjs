// The command `npm run client:generate`: writes the types of @representa/client from the routes' OpenAPI document.
import { ensureInstalled } from '../../libs/local-stack/bin/installed.mjs';

await ensureInstalled();
const { makeDocument } = await import('./make-document.mjs');
const { writeClientTypes } = await import('./client-types.mjs');
await writeClientTypes(await makeDocument());
process.exit();
