// Makes the types of @representa/client from an OpenAPI document. A workspace of its own: openapi-typescript needs the
// compiler API of TypeScript 5, which TypeScript 7 does not have.
import openapiTypescript, { astToString } from 'openapi-typescript';

const header = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n\n';

/** @param {object} document */
export const generateTypes = async (document) =>
  // A field with a default may be left out of a request.
  header + astToString(await openapiTypescript(document, { defaultNonNullable: false, emptyObjectsUnknown: true }));
