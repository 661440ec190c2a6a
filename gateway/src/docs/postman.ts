import type { OpenApiPart } from '@representa/service-kit/openapi';
import { info, postmanWords } from './docs.words.ts';

type Operation = OpenApiPart['paths'][string][string];

interface Schema {
  $ref?: string;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  examples?: { default: { value: unknown; 'x-disabled': boolean } };
}

interface Document {
  tags: { name: string; description?: string }[];
  paths: OpenApiPart['paths'];
  components: { schemas: Record<string, Schema> };
}

const exampleOf = ({ examples, schema }: Parameter, { components }: Document): string => {
  const named = components.schemas[schema.$ref?.split('/').at(-1) ?? ''];
  const value = examples?.default.value ?? schema.examples?.[0] ?? schema.default ?? (schema.enum ?? named?.enum)?.[0];
  return value === undefined ? '' : String(value);
};

/** Sends what is required, and shows the rest to be chosen. */
const asEntry = (parameter: Parameter, document: Document): object => ({
  key: parameter.name,
  value: exampleOf(parameter, document),
  ...(parameter.description && { description: parameter.description }),
  ...(!parameter.required && parameter.examples?.default['x-disabled'] !== false && { disabled: true }),
});

const bodyOf = ({ requestBody }: Operation): { type: string; raw: string } | undefined => {
  const { content = {} } = (requestBody ?? {}) as { content?: Record<string, { schema: Schema; example?: unknown }> };
  const [type, media] = Object.entries(content)[0] ?? [];
  if (!type || !media) return undefined;
  const { example, schema } = media;
  return { type, raw: example === undefined ? String(schema.examples?.[0] ?? '') : JSON.stringify(example, null, 2) };
};

const asItem = (method: string, path: string, operation: Operation, document: Document): object => {
  const parameters = operation.parameters as Parameter[];
  const entriesIn = (place: Parameter['in']): object[] =>
    parameters.filter((parameter) => parameter.in === place).map((parameter) => asEntry(parameter, document));
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const body = bodyOf(operation);
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      ...(operation.description && { description: operation.description }),
      header: [...(body ? [{ key: 'content-type', value: body.type }] : []), ...entriesIn('header')],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query: entriesIn('query'),
        variable: entriesIn('path'),
      },
      ...(body && {
        body: {
          mode: 'raw',
          raw: body.raw,
          options: { raw: { language: body.type.includes('json') ? 'json' : 'text' } },
        },
      }),
    },
  };
};

/** The document as a collection of Postman: a folder for each tag, and the examples as what is sent. */
export const makePostmanCollection = (document: Document, apiKey: string): object => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  // Guides are tags without operations.
  const tags = [...new Map(document.tags.map((tag) => [tag.name, tag])).values()].filter(({ name }) =>
    operations.some(({ operation }) => operation.tags.includes(name)),
  );
  return {
    info: {
      name: info.title,
      description: postmanWords.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'apiKey', value: apiKey },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) => asItem(method, path, operation, document)),
    })),
  };
};
