import type { RouteOptions } from 'fastify';
import type { z } from 'zod';
import { describeErrors, type ErrorComponents } from './describe-errors.ts';
import type { OperationDocs } from './docs.ts';
import { makeExample } from './example.ts';
import { convert, convertBody, describeFields, type Fields, type JsonSchema, partsOf } from './json-schema.ts';
import { nameReply } from './name-reply.ts';
import { envelopeFields, parameterFields, recordFields, replyTitles } from './openapi.schemas.ts';
import { optionalParameter, parametersOf, type RouteSchemas } from './parameters.ts';

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

export type DocumentedRoute = RouteOptions & { config: { docs: OperationDocs } };

/** `/api/v1/sales/:id` → `/api/v1/sales/{id}` */
export const pathOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

const asHeaders = (headers: Record<string, JsonSchema> = {}): object =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, ...schema }]) => [name, { description, schema }]),
  );

const asContent = (types: Record<string, JsonSchema>): object =>
  Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]));

/** One route as an operation of the document. Adds the named schemas and examples that it uses to the document's components. */
export const describeOperation = (
  { schema = {}, config }: Pick<DocumentedRoute, 'schema' | 'config'>,
  all: ErrorComponents,
): Operation => {
  const { schemas: components } = all;
  const schemas = schema as RouteSchemas;
  const { tag, fields, errors = [], examples = {}, ...docs } = config.docs;

  const describeBody = (zodSchema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { schema: body, components: named } = io === 'input' ? convertBody(zodSchema) : convert(zodSchema, io);
    const ofRecords = { ...recordFields, ...fields };
    for (const one of Object.values(named)) describeFields(one, ofRecords);
    if (io === 'input') describeFields(body, fields);
    else {
      for (const { properties } of partsOf(body)) {
        const data = (properties?.data ?? {}) as JsonSchema;
        describeFields((data.items as JsonSchema | undefined) ?? data, ofRecords);
      }
      describeFields(body, envelopeFields);
    }
    Object.assign(components, named);
    return body;
  };

  const requestContent = (zodSchema: z.ZodType): object => {
    const body = describeBody(zodSchema, 'input');
    return { 'application/json': { schema: body, example: docs.example ?? makeExample(body, components, true) } };
  };

  const replyContent = (zodSchema: z.ZodType): object => {
    const body = describeBody(zodSchema, 'output');
    const example = makeExample(body, components, false) as { data?: object };
    if (docs.repliedExample) example.data = { ...example.data, ...docs.repliedExample };
    return { 'application/json': { schema: nameReply(body, components, docs.replyName), example } };
  };

  const replyOf = (status: number, content?: object): [string, object] => [
    String(status),
    {
      description: replyTitles[status] ?? String(status),
      headers: asHeaders(docs.replyHeaders),
      ...(content && { content }),
    },
  ];
  const files = asContent(docs.replyTypes ?? {});
  const replies = Object.entries(schemas.response ?? {}).map(([status, reply]) =>
    replyOf(Number(status), { ...replyContent(reply), ...files }),
  );
  if (replies.length === 0 && docs.replyTypes) replies.push(replyOf(200, files));
  if (docs.hasNotModified) replies.push(replyOf(304));

  const parameterDocs = { ...fields, ...parameterFields, ...idOf(fields) };
  const content = docs.requestTypes ? asContent(docs.requestTypes) : schemas.body && requestContent(schemas.body);
  return {
    operationId: docs.operationId,
    tags: [tag.name],
    summary: docs.summary,
    ...(docs.description && { description: docs.description }),
    parameters: [
      ...parametersOf(schemas.params, 'path', { fields: parameterDocs, examples }, components),
      ...parametersOf(schemas.querystring, 'query', { fields: parameterDocs, examples }, components),
      ...Object.entries(docs.requestHeaders ?? {}).map(([name, header]) => ({
        name,
        in: 'header',
        ...optionalParameter(name in examples ? { ...header, examples: [examples[name]] } : header),
      })),
      ...Object.entries(docs.sentHeaders ?? {}).map(([name, header]) => ({
        name,
        in: 'header',
        ...optionalParameter(header, { isSentByPage: true }),
      })),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...Object.fromEntries(replies),
      ...describeErrors(schemas, config, errors, all),
    },
  };
};

/** An id with a meaning of its own, such as a product's, is described where its resource is. */
const idOf = ({ id }: Fields): Fields => (id ? { id } : {});
