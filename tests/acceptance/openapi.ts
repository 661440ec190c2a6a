import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, inject } from 'vitest';

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
    schema: Schema & { enum?: string[]; examples?: string[] };
  }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, DocumentedReply>;
}

interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedReply> };
}

const text = await (await fetch(`${inject('baseUrl')}/openapi.json`)).text();

/** The document of the system under test. */
export const openapi: OpenApi = JSON.parse(text);

/** The document lets fields be added to replies. Here none may be there that it does not name. */
const close = (_key: string, value: unknown): unknown =>
  value && typeof value === 'object' && Object.keys((value as Schema).properties ?? {}).length > 0
    ? { additionalProperties: false, ...value }
    : value;

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(text, close), 'openapi');

const pointer = (...parts: string[]): string =>
  `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const templates = Object.keys(openapi.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  isPlain: !path.includes('{'),
}));

/** As routers do it, a path without parameters is preferred: `/sales/changes` is no sale. */
export const templateOf = (url: string): string | undefined => {
  const [path = ''] = url.split('?');
  const found = templates.filter(({ pattern }) => pattern.test(path));
  return (found.find(({ isPlain }) => isPlain) ?? found[0])?.path;
};

/** What the gateway can answer to any request, before it looks at the operation. */
const anywhere = ['400', '401', '403', '404', '405', '413', '415', '429'];

const schemaFor = (method: string, url: string, status: string, seen: string): string => {
  const template = templateOf(url);
  const operation = template === undefined ? undefined : openapi.paths[template]?.[method.toLowerCase()];
  const reply = operation?.responses[status];
  if (template && reply && !reply.$ref)
    return pointer(
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      status,
      'content',
      'application/json',
      'schema',
    );
  expect(anywhere, `not in the OpenAPI document: ${seen}`).toContain(status);
  return pointer('components', 'schemas', 'Error');
};

/** For replies without a body. */
export const expectDocumentedStatus = (method: string, url: string, status: string, seen: string): void => {
  const operation = openapi.paths[templateOf(url) ?? '']?.[method.toLowerCase()];
  expect(Object.keys(operation?.responses ?? {}), `not in the OpenAPI document: ${seen}`).toContain(status);
};

/** A reply is one that the document describes for its operation, in status and body. */
export const expectDocumented = (method: string, url: string, status: number, body: unknown, seen: string): void => {
  if (method === 'HEAD' || !url.startsWith('/api/v1')) return;
  const $ref = schemaFor(method, url, String(status), seen);
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  expect(validate(body) ? [] : validate.errors, `against ${$ref}: ${seen}`).toEqual([]);
};
