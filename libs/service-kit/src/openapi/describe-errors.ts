import { problems } from '@representa/contracts';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import { contractBodyOf, problemOf, problemType } from '../error-body.ts';
import type { HttpError } from '../http-error.ts';
import { internalError, invalidInput, unsupportedEncoding, unsupportedMediaType } from '../kit.errors.ts';
import { unknownParameter } from '../server/query-parameters.ts';
import { InvalidInput, renderInvalidInput } from '../validation/validation.ts';
import { convert, describeFields, type JsonSchema } from './json-schema.ts';
import {
  errorBody,
  errorFields,
  fieldsErrorBody,
  issuesErrorBody,
  problemBody,
  replyTitles,
  rowsErrorBody,
} from './openapi.schemas.ts';
import type { RouteSchemas } from './parameters.ts';

const propertiesOf = (schema: z.ZodType): string[] => Object.keys(convert(schema, 'input').schema.properties ?? {});

/** What the validator says to an input that lacks everything, or to the first wrong value that it refuses. */
const issuesOf = (schema: z.ZodType, wrongValues: readonly unknown[]): readonly z.core.$ZodIssue[] => {
  const wrong = propertiesOf(schema).flatMap((name) => wrongValues.map((value) => ({ [name]: value })));
  for (const input of [{}, ...wrong]) {
    const { error } = schema.safeParse(input, { reportInput: true });
    if (error) return error.issues;
  }
  return [];
};

/** Real messages: the example of an invalid input is what the validator says to one. */
const exampleOfInvalidInput = ({ body, querystring }: RouteSchemas, config: FastifyContextConfig): HttpError => {
  // A query has only texts.
  const [schema, wrongValues] = body ? [body, [[], {}]] : [querystring, ['?', '']];
  const issues = schema ? issuesOf(schema, wrongValues) : [];
  return renderInvalidInput(issues.length > 0 ? new InvalidInput(issues) : unknownParameter('exemplo'), config);
};

const bodyFor = (status: number, { details, docs }: FastifyContextConfig): z.ZodType => {
  if (status !== 400) return errorBody;
  if (docs?.hasRowFaults) return rowsErrorBody;
  return details === 'fields' ? fieldsErrorBody : issuesErrorBody;
};

/** The replies of an operation that are errors of its own, by status, with their messages as examples. */
export const describeErrors = (
  schemas: RouteSchemas,
  config: FastifyContextConfig,
  errors: readonly HttpError[],
  { schemas: named, examples }: ErrorComponents,
): Record<string, object> => {
  const all = [
    exampleOfInvalidInput(schemas, config),
    ...(config.headlines ?? []).map((headline) => invalidInput({ headline })),
    ...errors,
    ...(config.bodyType ? [unsupportedMediaType(config.bodyType), unsupportedEncoding()] : []),
    internalError(config.failureMessage),
  ];
  addExamples(examples, all);
  return Object.fromEntries(
    [...new Set(all.map(({ status }) => status))].map((status) => {
      const ofStatus = all.filter((error) => error.status === status);
      const { schema, components } = convert(bodyFor(status, config), 'output');
      for (const one of Object.values(components)) describeFields(one, errorFields);
      Object.assign(named, components, convert(problemBody, 'output').components);
      const description = replyTitles[status] ?? ofStatus[0]?.message;
      return [status, { description, ...errorHeaders(ofStatus), content: errorContent(ofStatus, schema) }];
    }),
  );
};

/** The gateway adds this header to the document's components. */
const retryAfter = { 'retry-after': { $ref: '#/components/headers/RetryAfter' } };

export const errorHeaders = (errors: readonly HttpError[]): { headers?: object } =>
  errors.some((error) => error.retryAfter !== undefined) ? { headers: retryAfter } : {};

interface Example {
  summary: string;
  value: object;
}

/** Examples of errors as of RFC 9457, by code: many operations refer to one. */
export type ProblemExamples = Record<string, Example>;

/** What of the document's components the errors add to. */
export interface ErrorComponents {
  schemas: Record<string, JsonSchema>;
  examples: ProblemExamples;
}

export interface ErrorContent {
  'application/json': { schema: object; examples: Record<string, Example> };
  'application/problem+json': { schema: object; examples: Record<string, { $ref: string }> };
}

/** Both forms of the errors of a reply. */
export const errorContent = (errors: readonly HttpError[], schema: object): ErrorContent => ({
  'application/json': {
    schema,
    examples: Object.fromEntries(
      errors.map((error, index) => [`erro${index + 1}`, { summary: error.message, value: contractBodyOf(error) }]),
    ),
  },
  [problemType]: {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: Object.fromEntries(errors.map(({ codigo }) => [codigo, { $ref: `#/components/examples/${codigo}` }])),
  },
});

const exampleRequestId = '01990c3e-7a10-7c3b-9d1f-0a1b2c3d4e5f';

/** Of invalid input, the example with the most faults. */
export const addExamples = (examples: ProblemExamples, errors: readonly HttpError[]): void => {
  for (const error of errors) {
    const known = examples[error.codigo]?.value as { errors: unknown[] } | undefined;
    if (known && known.errors.length >= error.faults.length) continue;
    examples[error.codigo] = { summary: problems[error.codigo][1], value: problemOf(error, exampleRequestId) };
  }
};
