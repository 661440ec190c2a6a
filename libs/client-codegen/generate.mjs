// Makes the types of @representa/client from an OpenAPI document. A workspace of its own: openapi-typescript needs the
// compiler API of TypeScript 5, which TypeScript 7 does not have.
import openapiTypescript, { astToString } from 'openapi-typescript';

const header = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n\n';

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const successesOf = (responses) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => [status, content ? { content } : {}]),
  );

const withoutExamples = (key, value) => (key === 'example' || key === 'examples' ? undefined : value);

/**
 * What editors need of the document. With examples, and with the errors, which the client throws as an `ApiError`, it would be three
 * times as much.
 * @param {object} document
 */
const trim = ({ paths, components: { schemas }, ...document }) => {
  const trimOperation = ({ responses, ...operation }) => ({ ...operation, responses: successesOf(responses) });
  const trimmed = mapValues(paths, (methods) => mapValues(methods, trimOperation));
  return JSON.parse(JSON.stringify({ ...document, paths: trimmed, components: { schemas } }, withoutExamples));
};

/** @param {object} document */
export const generateTypes = async (document) => {
  // A field with a default may be left out of a request.
  const types = await openapiTypescript(trim(document), { defaultNonNullable: false, emptyObjectsUnknown: true });
  return header + astToString(types);
};
