import { errorsPath, problems } from '@representa/contracts';
import type { HttpError } from './http-error.ts';

export const problemType = 'application/problem+json';

/** Whether `Accept` names the type. Every HTTP library accepts anything: that names nothing. */
const asksForProblem = (accept: string): boolean =>
  accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === problemType && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
  });

interface Asked {
  accept: string | undefined;
  requestId: string;
}

/** The two forms of an error's body: the contract's and, on demand, that of RFC 9457. */
export const errorBodyFor = (error: HttpError, { accept = '', requestId }: Asked): { type: string; text: string } =>
  asksForProblem(accept)
    ? { type: problemType, text: JSON.stringify(problemOf(error, requestId)) }
    : { type: 'application/json; charset=utf-8', text: JSON.stringify(contractBodyOf(error)) };

export const contractBodyOf = ({ message, details }: HttpError): object => ({ error: message, details });

export const problemOf = ({ codigo, status, message, faults, facts }: HttpError, request_id: string): object => ({
  type: `${errorsPath}#${codigo}`,
  title: problems[codigo][1],
  status,
  detail: message,
  codigo,
  request_id,
  errors: faults,
  details: facts,
});
