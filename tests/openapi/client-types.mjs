import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateTypes } from '../../libs/client-codegen/generate.mjs';

const file = join(dirname(fileURLToPath(import.meta.url)), '../../libs/client/src/api.generated.ts');

/** The client throws errors: their second form at each reply would only double its types. @param {object} document */
const withoutProblems = (document) =>
  JSON.parse(JSON.stringify(document), (key, value) => (key === 'application/problem+json' ? undefined : value));

/** @param {object} document */
export const writeClientTypes = async (document) => writeFileSync(file, await generateTypes(withoutProblems(document)));

/** Throws when the committed types differ from the document's. @param {object} document */
export const checkClientTypes = async (document) => {
  if (readFileSync(file, 'utf8') !== (await generateTypes(withoutProblems(document))))
    throw new Error('The types of libs/client differ from the OpenAPI document. Run: npm run generate');
};
