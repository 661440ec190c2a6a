type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

export interface Operation {
  method: string;
  /** As in the document, with `{id}`. */
  path: string;
  query: Parameter[];
  /** The example of the document. */
  body: unknown;
  /** Of the request's body. */
  contentType: string | undefined;
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

interface DocumentedOperation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** Every operation of the document that the system under test publishes. */
export const readOperations = async (url: string): Promise<Operation[]> => {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const { schemas, parameters: named } = document.components;
  const nameIn = ($ref: unknown): string => String($ref).split('/').at(-1) ?? '';
  const resolve = (given: Parameter | { $ref: string }): Parameter => {
    const parameter = '$ref' in given ? (named?.[nameIn(given.$ref)] as Parameter) : given;
    const { $ref, ...beside } = parameter.schema;
    return { ...parameter, schema: { ...($ref === undefined ? {} : schemas[nameIn($ref)]), ...beside } };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        query: parameters.map(resolve).filter((parameter) => parameter.in === 'query'),
        body: content?.example,
        contentType,
      };
    }),
  );
  if (operations.length === 0) throw new Error('the OpenAPI document has no operations');
  return operations;
};
