import {
  bodyTooLarge,
  type HttpError,
  type OpenApiPart,
  serviceUnavailable,
  unsupportedMediaType,
} from '@representa/service-kit';
import { empresaInactive, keyInvalid, keyMissing, tooManyRequests } from '../empresas/empresas.errors.ts';
import { headerTexts, info, keyDescription, ownServer, replyTexts } from './docs.schemas.ts';

type Reply = { headers?: object } & Record<string, unknown>;
type Operation = OpenApiPart['paths'][string][string];

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const header = (description: string, schema: object) => ({ description, schema });

const commonHeaders = {
  RequestId: header(headerTexts.requestId, { type: 'string' }),
  RetryAfter: header(headerTexts.retryAfter, { type: 'integer', minimum: 1 }),
};

const requestId = { 'x-request-id': ref('headers', 'RequestId') };

const errorReply = (description: string, errors: readonly HttpError[], headers: object = {}): object => ({
  description,
  headers: { ...requestId, ...headers },
  content: {
    'application/json': {
      schema: ref('schemas', 'Error'),
      examples: Object.fromEntries(
        errors.map((error, index) => [
          `erro${index + 1}`,
          { summary: error.message, value: JSON.parse(error.toJson()) },
        ]),
      ),
    },
  },
});

const retryAfter = { 'retry-after': ref('headers', 'RetryAfter') };

/** What the gateway itself can answer to a request, whatever the operation. */
const commonReplies: Record<string, [name: string, reply: object]> = {
  401: ['Unauthorized', errorReply(replyTexts.unauthorized, [keyMissing(), keyInvalid()])],
  403: ['Forbidden', errorReply(replyTexts.forbidden, [empresaInactive()])],
  413: ['TooLarge', errorReply(replyTexts.tooLarge, [bodyTooLarge()])],
  415: ['UnsupportedType', errorReply(replyTexts.unsupportedType, [unsupportedMediaType()])],
  429: ['TooManyRequests', errorReply(replyTexts.tooManyRequests, [tooManyRequests()], retryAfter)],
  503: ['Unavailable', errorReply(replyTexts.unavailable, [serviceUnavailable()], retryAfter)],
};
const onlyWithBody = new Set(['413', '415']);

const withCommonReplies = (operation: Operation): Operation => {
  const own = Object.entries(operation.responses as Record<string, Reply>).map(([status, reply]) => [
    status,
    { ...reply, headers: { ...requestId, ...reply.headers } },
  ]);
  const common = Object.entries(commonReplies)
    .filter(([status]) => operation.requestBody || !onlyWithBody.has(status))
    .map(([status, [name]]) => [status, ref('responses', name)]);
  return { ...operation, responses: Object.fromEntries([...common, ...own]) };
};

/** Joins the services' parts, and adds what the gateway does for every operation. */
export const joinDocument = (parts: readonly OpenApiPart[]): object => {
  const paths = parts.flatMap((part) => Object.entries(part.paths));
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: ownServer }],
    security: [{ apiKey: [] }],
    tags: parts.flatMap(({ tags }) => tags),
    paths: Object.fromEntries(
      paths.map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, withCommonReplies(operation)]),
        ),
      ]),
    ),
    components: {
      schemas: Object.assign({}, ...parts.map(({ components }) => components.schemas)),
      responses: Object.fromEntries(Object.values(commonReplies)),
      headers: commonHeaders,
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: keyDescription } },
    },
  };
};
