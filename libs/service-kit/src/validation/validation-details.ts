import type { Fault, FaultCode } from '@representa/contracts';
import type { z } from 'zod';
import type { ContractIssue } from '../openapi/openapi.schemas.ts';

type Issue = z.core.$ZodIssue;

/** The two shapes in which the contract ("Errors") tells what is wrong with an input. */
export type DetailsShape = 'fields' | 'issues';

const fieldOf = ({ path }: Issue): string => (path.length === 0 ? 'body' : path.map(String).join('.'));

/** Sale and client creation: field → first message; nested fields by dotted path. */
export const asFields = (issues: readonly Issue[]): Record<string, string> => {
  // A field may have the name of something that every object inherits.
  const fields = new Map<string, string>();
  for (const issue of issues) {
    const field = fieldOf(issue);
    if (!fields.has(field)) fields.set(field, issue.message);
  }
  return Object.fromEntries(fields);
};

/** For enums and unions the validator reports a missing value like a wrong one. */
const isMissing = (issue: Issue): boolean => 'input' in issue && (issue.input === undefined || issue.input === null);

const typeOf = (origin: string): string => (origin === 'int' ? 'number' : origin);

/** `z.guid()` takes any UUID; `z.uuid()` would refuse those without a version. */
const formatOf = (format: string): string => (format === 'guid' ? 'uuid' : format);

/** Everything else: a list of issues with the members that the contract names, and no others. */
export const asIssues = (issues: readonly Issue[]): ContractIssue[] =>
  issues.map((issue) => {
    const { message } = issue;
    const path = issue.path.map(String);
    switch (issue.code) {
      case 'too_small':
      case 'too_big':
        return {
          code: issue.code,
          ...(issue.code === 'too_small' ? { minimum: Number(issue.minimum) } : { maximum: Number(issue.maximum) }),
          type: typeOf(issue.origin),
          inclusive: issue.inclusive ?? true,
          exact: issue.exact ?? false,
          message,
          path,
        };
      case 'invalid_format':
        return { code: 'invalid_string', validation: formatOf(issue.format), message, path };
      case 'invalid_value':
        return { code: isMissing(issue) ? 'invalid_type' : 'invalid_enum_value', message, path };
      case 'invalid_union':
        return { code: isMissing(issue) ? 'invalid_type' : 'custom', message, path };
      case 'invalid_type':
        return { code: 'invalid_type', message, path };
      default:
        return { code: 'custom', message, path };
    }
  });

const sizeCodes = {
  too_small: { text: 'field.too_short', number: 'field.too_small' },
  too_big: { text: 'field.too_long', number: 'field.too_large' },
} as const;

/** Null is missing, too: it is what a caller sends for a field without a value. */
export const codeOfIssue = (issue: Issue): FaultCode => {
  if (issue.code === 'custom') return (issue.params?.codigo as FaultCode | undefined) ?? 'field.invalid';
  if (isMissing(issue)) return 'field.required';
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return sizeCodes[issue.code][['string', 'array'].includes(issue.origin) ? 'text' : 'number'];
    case 'invalid_type':
      return 'field.wrong_type';
    case 'invalid_format':
      return 'field.invalid_format';
    case 'invalid_value':
      return 'field.not_allowed';
    case 'unrecognized_keys':
      return 'field.unknown';
    default:
      return 'field.invalid';
  }
};

/** The field of a fault that concerns a whole line of a file. */
const wholeLine = 'linha';

/** For programs, in one shape for all operations. */
export const asFaults = (issues: readonly Issue[]): Fault[] =>
  issues.map((issue) => {
    const linha = issue.code === 'custom' ? (issue.params?.linha as number | undefined) : undefined;
    const fault = { codigo: codeOfIssue(issue), mensagem: issue.message };
    return linha === undefined ? { campo: fieldOf(issue), ...fault } : { campo: wholeLine, ...fault, linha };
  });
