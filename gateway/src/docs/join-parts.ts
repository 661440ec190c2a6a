import type { HttpError } from '@representa/service-kit';
import {
  addExamples,
  type ErrorContent,
  errorContent,
  errorHeaders,
  type OpenApiPart,
  type ProblemExamples,
} from '@representa/service-kit/openapi';
import { headerTexts, ownServer } from './docs.words.ts';

interface Reply {
  description: string;
  headers?: object;
  content?: object;
}

interface ErrorReply extends Reply {
  content: ErrorContent;
}

type Operation = OpenApiPart['paths'][string][string];

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

export const header = (description: string, schema: object) => ({ description, schema });

const commonHeaders = {
  RequestId: header(headerTexts.requestId, { type: 'string' }),
  RetryAfter: header(headerTexts.retryAfter, { type: 'integer', minimum: 1 }),
};

const requestId = { 'x-request-id': ref('headers', 'RequestId') };

/** By status: the name of the reply in the document's components, what it means, and its errors. */
export type CommonReplies = Record<string, [name: string, description: string, errors: readonly HttpError[]]>;

const errorReply = ([, description, errors]: CommonReplies[string]): ErrorReply => ({
  description,
  ...errorHeaders(errors),
  content: errorContent(errors, ref('schemas', 'ErrorBody')),
});

/** Only operations with a body have these. The common ones speak of JSON; an operation that takes a file has its own. */
const aboutBody = new Set(['413', '415']);

/** An operation's own reasons for a status, before those that every operation has. */
const mergeReplies = (own: ErrorReply, common: ErrorReply): ErrorReply => {
  const { 'application/json': contract, 'application/problem+json': problem } = own.content;
  const others = common.content;
  const all = [...Object.values(contract.examples), ...Object.values(others['application/json'].examples)];
  return {
    ...common,
    headers: { ...common.headers, ...own.headers },
    content: {
      'application/json': {
        ...contract,
        examples: Object.fromEntries(all.map((example, index) => [`erro${index + 1}`, example])),
      },
      'application/problem+json': {
        ...problem,
        examples: { ...problem.examples, ...others['application/problem+json'].examples },
      },
    },
  };
};

interface Api {
  info: object;
  /** Shown after those of the parts. */
  furtherTags?: readonly object[];
  securitySchemes: Record<string, object>;
  commonReplies: CommonReplies;
  /** Headers of every reply to a caller who was authenticated. */
  replyHeaders?: Record<string, { name: string; header: object }>;
}

/** Sent before it is known who asks. */
const beforeKey = new Set(['401', '431']);

const headersOf = ({ replyHeaders = {} }: Api, status: string): object => ({
  ...requestId,
  ...(!beforeKey.has(status) &&
    Object.fromEntries(Object.entries(replyHeaders).map(([key, { name }]) => [key, ref('headers', name)]))),
});

const withHeaders = <Some extends Reply>(api: Api, status: string, reply: Some): Some => ({
  ...reply,
  headers: { ...headersOf(api, status), ...reply.headers },
});

const withCommonReplies = (operation: Operation, api: Api): Operation => {
  const own = Object.entries(operation.responses as Record<string, Reply>).map(([status, reply]) => {
    const common = api.commonReplies[status];
    const merged = common && !aboutBody.has(status) ? mergeReplies(reply as ErrorReply, errorReply(common)) : reply;
    return [status, withHeaders(api, status, merged)];
  });
  const common = Object.entries(api.commonReplies)
    .filter(([status]) => operation.requestBody || !aboutBody.has(status))
    .map(([status, [name]]) => [status, ref('responses', name)]);
  return { ...operation, responses: Object.fromEntries([...common, ...own]) };
};

/** Joins the parts of an API's document, and adds the replies that every operation has. */
export const joinParts = (parts: readonly OpenApiPart[], api: Api): object => {
  const { info, furtherTags = [], securitySchemes, commonReplies, replyHeaders = {} } = api;
  const paths = parts.flatMap((part) => Object.entries(part.paths));
  const operations = paths.flatMap(([, methods]) => Object.values(methods));
  // Where every operation has reasons of its own for a status, none refers to the common reply.
  const shared = Object.entries(commonReplies).filter(([status]) =>
    operations.some(({ responses }) => !(status in responses)),
  );
  const examples: ProblemExamples = Object.assign({}, ...parts.map(({ components }) => components.examples));
  addExamples(
    examples,
    Object.values(commonReplies).flatMap(([, , errors]) => errors),
  );
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: ownServer }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: [...parts.flatMap(({ tags }) => tags), ...furtherTags],
    paths: Object.fromEntries(
      paths.map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [method, withCommonReplies(operation, api)]),
        ),
      ]),
    ),
    components: {
      schemas: Object.assign({}, ...parts.map(({ components }) => components.schemas)),
      responses: Object.fromEntries(
        shared.map(([status, common]) => [common[0], withHeaders(api, status, errorReply(common))]),
      ),
      examples,
      headers: {
        ...commonHeaders,
        ...Object.fromEntries(Object.values(replyHeaders).map(({ name, header }) => [name, header])),
      },
      securitySchemes,
    },
  };
};
