import { examplesOf, type HttpError, type OpenApiPart } from '@representa/service-kit';
import { headerTexts, ownServer } from './docs.words.ts';

type Reply = { headers?: object } & Record<string, unknown>;
type Operation = OpenApiPart['paths'][string][string];

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

export const header = (description: string, schema: object) => ({ description, schema });

const commonHeaders = {
  RequestId: header(headerTexts.requestId, { type: 'string' }),
  RetryAfter: header(headerTexts.retryAfter, { type: 'integer', minimum: 1 }),
};

const requestId = { 'x-request-id': ref('headers', 'RequestId') };

export const errorReply = (description: string, errors: readonly HttpError[], headers: object = {}): object => ({
  description,
  headers: { ...requestId, ...headers },
  content: {
    'application/json': {
      schema: ref('schemas', 'Error'),
      examples: examplesOf(errors),
    },
  },
});

export const retryAfter = { 'retry-after': ref('headers', 'RetryAfter') };

/** By status: the name of the reply in the document's components, and the reply. */
export type CommonReplies = Record<string, [name: string, reply: object]>;

/** Only operations with a body have these. */
const onlyWithBody = new Set(['413', '415']);

const withCommonReplies = (operation: Operation, commonReplies: CommonReplies): Operation => {
  const own = Object.entries(operation.responses as Record<string, Reply>).map(([status, reply]) => [
    status,
    { ...reply, headers: { ...requestId, ...reply.headers } },
  ]);
  const common = Object.entries(commonReplies)
    .filter(([status]) => operation.requestBody || !onlyWithBody.has(status))
    .map(([status, [name]]) => [status, ref('responses', name)]);
  return { ...operation, responses: Object.fromEntries([...common, ...own]) };
};

interface Api {
  info: object;
  securitySchemes: Record<string, object>;
  commonReplies: CommonReplies;
}

/** Joins the parts of an API's document, and adds the replies that every operation has. */
export const joinParts = (parts: readonly OpenApiPart[], { info, securitySchemes, commonReplies }: Api): object => {
  const paths = parts.flatMap((part) => Object.entries(part.paths));
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: ownServer }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: parts.flatMap(({ tags }) => tags),
    paths: Object.fromEntries(
      paths.map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            withCommonReplies(operation, commonReplies),
          ]),
        ),
      ]),
    ),
    components: {
      schemas: Object.assign({}, ...parts.map(({ components }) => components.schemas)),
      responses: Object.fromEntries(Object.values(commonReplies)),
      headers: commonHeaders,
      securitySchemes,
    },
  };
};
