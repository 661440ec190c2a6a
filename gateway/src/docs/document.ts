import {
  bodyTooLarge,
  examplesOf,
  type HttpError,
  type OpenApiPart,
  serviceUnavailable,
  unsupportedEncoding,
  unsupportedMediaType,
} from '@representa/service-kit';
import {
  empresaInactive,
  keyInvalid,
  keyMissing,
  keyNotAllowed,
  tooManyRequests,
} from '../authentication/authentication.errors.ts';
import { headerTexts, info, keyDescription, ownServer, replyTexts } from './docs.words.ts';

type Reply = { headers?: object } & Record<string, unknown>;
type Operation = OpenApiPart['paths'][string][string];

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const header = (description: string, schema: object) => ({ description, schema });

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
const rateLimit = {
  ratelimit: header(headerTexts.rateLimit, { type: 'string', examples: ['"default";r=0;t=1'] }),
  'ratelimit-policy': header(headerTexts.rateLimitPolicy, { type: 'string', examples: ['"default";q=400;w=2'] }),
};

type CommonReplies = Record<string, [name: string, reply: object]>;

/** What the gateway itself can answer to a request, whatever the operation. */
const commonReplies: CommonReplies = {
  401: ['Unauthorized', errorReply(replyTexts.unauthorized, [keyMissing(), keyInvalid()])],
  403: ['Forbidden', errorReply(replyTexts.forbidden, [empresaInactive(), keyNotAllowed()])],
  413: ['TooLarge', errorReply(replyTexts.tooLarge, [bodyTooLarge()])],
  415: ['UnsupportedType', errorReply(replyTexts.unsupportedType, [unsupportedMediaType(), unsupportedEncoding()])],
  429: [
    'TooManyRequests',
    errorReply(replyTexts.tooManyRequests, [tooManyRequests()], { ...retryAfter, ...rateLimit }),
  ],
  503: ['Unavailable', errorReply(replyTexts.unavailable, [serviceUnavailable()], retryAfter)],
};
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

/** Joins the parts of an API's document, and adds what every operation has. */
export const joinParts = (
  parts: readonly OpenApiPart[],
  { info: about, securitySchemes, commonReplies: replies }: Api,
): object => {
  const paths = parts.flatMap((part) => Object.entries(part.paths));
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: '/', description: ownServer }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: parts.flatMap(({ tags }) => tags),
    paths: Object.fromEntries(
      paths.map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, withCommonReplies(operation, replies)]),
        ),
      ]),
    ),
    components: {
      schemas: Object.assign({}, ...parts.map(({ components }) => components.schemas)),
      responses: Object.fromEntries(Object.values(replies)),
      headers: commonHeaders,
      securitySchemes,
    },
  };
};

/** The document of the public API. */
export const joinDocument = (parts: readonly OpenApiPart[]): object =>
  joinParts(parts, {
    info,
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: keyDescription } },
    commonReplies,
  });
