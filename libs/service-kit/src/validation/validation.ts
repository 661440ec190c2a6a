import { type Fault, type FaultCode, sentenceOf } from '@representa/contracts';
import type { FastifyRequest, FastifySchemaCompiler, FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';
import type { HttpError } from '../http-error.ts';
import { invalidInput } from '../kit.errors.ts';
import { updateMessageOf } from './validation.errors.ts';
import { asFaults, asFields, asIssues, type DetailsShape } from './validation-details.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The shape of `details` when this route's input is invalid; a list of issues unless said otherwise. */
    details?: DetailsShape;
    /** Messages that replace the general one when they are all that is wrong. */
    headlines?: readonly string[];
    /** What no schema can know. Also checked for an input that breaks the schema, so that all faults are told at once. */
    alsoInvalid?: (request: FastifyRequest) => readonly FoundIssue[];
    /** What a caller is told when this operation fails for a reason that is not theirs. */
    failureMessage?: string;
  }
}

/** Lets a route state its input and its replies as zod schemas and get their types. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown;
}

type Issues = readonly z.core.$ZodIssue[];

/** An issue that the validator did not find. */
export interface FoundIssue {
  path: string[];
  codigo: FaultCode;
  /** Where the catalogue's sentence is too general. */
  message?: string;
  /** The line of a file. */
  linha?: number;
}

export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly issues: Issues;

  constructor(issues: Issues) {
    super('invalid input');
    this.issues = issues;
  }
}

/** For a rule that no schema can know; rendered like any other invalid input. */
export const invalidIssues = (issues: readonly FoundIssue[]): InvalidInput => new InvalidInput(issues.map(asCustom));

/** For a body that is wrong as a whole. */
export const invalidBody = (codigo: FaultCode, message?: string): InvalidInput =>
  invalidIssues([{ path: [], codigo, ...(message !== undefined && { message }) }]);

export const asCustom = ({ path, codigo, message = sentenceOf(codigo), linha }: FoundIssue) => ({
  code: 'custom' as const,
  input: undefined,
  path,
  message,
  params: { codigo, ...(linha !== undefined && { linha }) },
});

/** Issues of a request that is refused for another reason than its own values, in both forms of an error. */
export const toldAs = (issues: readonly FoundIssue[]): { details: unknown; faults: Fault[] } => {
  const found = issues.map(asCustom);
  return { details: asIssues(found), faults: asFaults(found) };
};

/** For a rule of a schema whose fault a caller's program may want to tell from other invalid values. */
export const asFault = (codigo: FaultCode, error = sentenceOf(codigo)) => ({ error, params: { codigo } });

export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, method, httpPart }) => {
  const isUpdate = (method === 'PUT' || method === 'PATCH') && httpPart === 'body';
  const options = { reportInput: true, ...(isUpdate && { error: updateMessageOf }) };
  return (input) => {
    const result = schema.safeParse(input, options);
    return result.success ? { value: result.data } : { error: new InvalidInput(result.error.issues) };
  };
};

/** The most faults that a caller is told: a body of 3 kB can have 3,000. */
const maxTold = 100;

export const renderInvalidInput = (
  { issues }: InvalidInput,
  { details = 'issues', headlines = [] }: { details?: DetailsShape; headlines?: readonly string[] },
): HttpError => {
  const [headline] = headlines.filter((known) => issues.every(({ message }) => message === known));
  const told = issues.slice(0, maxTold);
  const faults = asFaults(told);
  if (headline) return invalidInput({ headline, faults });
  return invalidInput({ details: details === 'fields' ? asFields(told) : asIssues(told), faults });
};
