import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateTypes } from '../../libs/client-codegen/generate.mjs';

const file = join(dirname(fileURLToPath(import.meta.url)), '../../libs/client/src/api.generated.ts');

/** @param {object} document */
export const writeClientTypes = async (document) => writeFileSync(file, await generateTypes(document));

/** Throws when the committed types differ from the document's. @param {object} document */
export const checkClientTypes = async (document) => {
  if (readFileSync(file, 'utf8') !== (await generateTypes(document)))
    throw new Error('The types of libs/client differ from the OpenAPI document. Run: npm run generate');
};
