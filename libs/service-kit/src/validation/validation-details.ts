import type { z } from 'zod';
import type { ContractIssue } from '../openapi/openapi.schemas.ts';

type Issue = z.core.$ZodIssue;

/** The two shapes in which the contract ("Errors") tells what is wrong with an input. */
export type DetailsShape = 'fields' | 'issues';

/** Sale and client creation: field → first message; nested fields by dotted path. */
export const asFields = (issues: readonly Issue[]): Record<string, string> => {
  // A field may have the name of something that every object inherits.
  const fields = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.length === 0 ? 'body' : path.map(String).join('.');
    if (!fields.has(field)) fields.set(field, message);
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
