import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
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
  components: Record<string, JsonSchema>,
): Record<string, object> => {
  const all = [
    exampleOfInvalidInput(schemas, config),
    ...(config.headlines ?? []).map((headline) => invalidInput(undefined, headline)),
    ...errors,
    ...(config.bodyType ? [unsupportedMediaType(config.bodyType), unsupportedEncoding()] : []),
    internalError(config.failureMessage),
  ];
  return Object.fromEntries(
    [...new Set(all.map(({ status }) => status))].map((status) => {
      const ofStatus = all.filter((error) => error.status === status);
      const { schema, components: named } = convert(bodyFor(status, config), 'output');
      for (const one of Object.values(named)) describeFields(one, errorFields);
      Object.assign(components, named);
      const description = replyTitles[status] ?? ofStatus[0]?.message;
      const content = { 'application/json': { schema, examples: examplesOf(ofStatus) } };
      return [status, { description, ...errorHeaders(ofStatus), content }];
    }),
  );
};

/** The gateway adds this header to the document's components. */
const retryAfter = { 'retry-after': { $ref: '#/components/headers/RetryAfter' } };

export const errorHeaders = (errors: readonly HttpError[]): { headers?: object } =>
  errors.some((error) => error.retryAfter !== undefined) ? { headers: retryAfter } : {};

export const examplesOf = (errors: readonly HttpError[]): Record<string, { summary: string; value: object }> =>
  Object.fromEntries(
    errors.map((error, index) => [`erro${index + 1}`, { summary: error.message, value: JSON.parse(error.toJson()) }]),
  );
