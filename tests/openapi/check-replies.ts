// Compares replies that tests receive with an OpenAPI document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

type Schema = Record<string, unknown>;

export interface Content {
  schema: Schema;
  example?: unknown;
}

export interface DocumentedReply {
  $ref?: string;
  content?: Record<string, Content>;
}

export interface DocumentedOperation {
  operationId: string;
  parameters: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    examples?: Record<string, { value: unknown }>;
    schema: Schema & { enum?: string[]; examples?: string[]; default?: unknown };
  }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, DocumentedReply>;
}

export interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedReply> };
}

/** With the fields of the schemas that it extends in its own list. */
export const flattened = (openapi: OpenApi, schema: Schema): Schema => {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1];
  if (name !== undefined) return flattened(openapi, openapi.components.schemas[name] ?? {});
  if (!schema.allOf) return schema;
  const parts = (schema.allOf as Schema[]).map((part) => flattened(openapi, part));
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required),
  };
};

/** The document lets fields be added to replies. Here none may be there that it does not name. */
const close = (_key: string, value: unknown): unknown =>
  value && typeof value === 'object' && Object.keys((value as Schema).properties ?? {}).length > 0
    ? { additionalProperties: false, ...value }
    : value;

const pointer = (...parts: string[]): string =>
  `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const problemType = 'application/problem+json';

/** What is answered to a request that is for no operation: no route has its path, or its path has no such method. */
const withoutOperation = ['400', '401', '403', '404', '405', '413', '415', '429'];

/** A document as tests use it. `prefix` is that of its paths. */
export const makeReplyChecks = (text: string, prefix: string) => {
  const openapi: OpenApi = JSON.parse(text);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  const flatten = (_key: string, value: unknown): unknown =>
    (value as Schema | null)?.allOf ? flattened(openapi, value as Schema) : value;
  ajv.addSchema(JSON.parse(JSON.stringify(JSON.parse(text, flatten)), close), 'openapi');

  const templates = Object.keys(openapi.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    isPlain: !path.includes('{'),
  }));

  /** As routers do it, a path without parameters is preferred: `/sales/changes` is no sale. */
  const templateOf = (url: string): string | undefined => {
    const [path = ''] = url.split('?');
    const found = templates.filter(({ pattern }) => pattern.test(path));
    return (found.find(({ isPlain }) => isPlain) ?? found[0])?.path;
  };

  /** Where the document describes the reply. */
  const placeOf = (method: string, url: string, status: string, seen: string): string[] | undefined => {
    const template = templateOf(url) ?? '';
    const operation = openapi.paths[template]?.[method.toLowerCase()];
    const statuses = operation ? Object.keys(operation.responses) : withoutOperation;
    expect(statuses, `not in the OpenAPI document: ${seen}`).toContain(status);
    const $ref = operation?.responses[status]?.$ref;
    if ($ref) return $ref.split('/').slice(1);
    return operation && ['paths', template, method.toLowerCase(), 'responses', status];
  };

  return {
    openapi,

    /** For replies without a body. */
    expectDocumentedStatus: (method: string, url: string, status: string, seen: string): void => {
      placeOf(method, url, status, seen);
    },

    /** A reply is one that the document describes for its operation, in status and body. */
    expectDocumented: (
      method: string,
      url: string,
      status: number,
      type: string,
      body: unknown,
      seen: string,
    ): void => {
      if (method === 'HEAD' || !url.startsWith(prefix)) return;
      const place = placeOf(method, url, String(status), seen);
      const $ref = place
        ? pointer(...place, 'content', type, 'schema')
        : pointer('components', 'schemas', type === problemType ? 'Problem' : 'ErrorBody');
      const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
      expect(validate(body) ? [] : validate.errors, `against ${$ref}: ${seen}`).toEqual([]);
    },
  };
};
