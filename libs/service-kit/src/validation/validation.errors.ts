import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const typeNames: Record<string, string> = {
  string: 'Deve ser um texto',
  number: 'Deve ser um número',
  int: 'Deve ser um número inteiro',
  boolean: 'Deve ser verdadeiro ou falso',
  array: 'Deve ser uma lista',
  object: 'Deve ser um objeto',
};

const formatNames: Record<string, string> = {
  email: 'Formato de email inválido',
  guid: 'Deve ser um UUID',
  uuid: 'Deve ser um UUID',
  date: 'Deve ser uma data existente no formato AAAA-MM-DD',
};

const tooSmall = ({ origin, minimum, inclusive }: Issue): string => {
  if (origin === 'array')
    return Number(minimum) === 1 ? 'Deve conter pelo menos um item' : `Deve conter pelo menos ${minimum} itens`;
  if (origin === 'string')
    return `Deve ter pelo menos ${minimum} ${Number(minimum) === 1 ? 'caractere' : 'caracteres'}`;
  return inclusive ? `Deve ser no mínimo ${minimum}` : `Deve ser maior que ${Number(minimum) === 0 ? 'zero' : minimum}`;
};

const tooBig = ({ origin, maximum, inclusive }: Issue): string => {
  if (origin === 'array') return `Deve conter no máximo ${maximum} itens`;
  if (origin === 'string') return `Deve ter no máximo ${maximum} caracteres`;
  return inclusive ? `Deve ser no máximo ${maximum}` : `Deve ser menor que ${maximum}`;
};

/** Every message of the validator, in Portuguese; a schema says its own where a rule is special. */
const messageOf = (issue: Issue): string => {
  const { input } = issue;
  // Booleans are optional everywhere: null is a wrong value of one.
  const isMissing = input === undefined || (input === null && issue.expected !== 'boolean');
  if (isMissing)
    return issue.expected === 'object' && !issue.path?.length ? 'Envie um objeto JSON' : 'Campo obrigatório';
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[String(issue.expected)] ?? 'Tipo inválido';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formatNames[String(issue.format)] ?? 'Formato inválido';
    case 'invalid_value':
      return `Deve ser um destes valores: ${(issue.values as unknown[]).join(', ')}`;
    default:
      return 'Valor inválido';
  }
};

z.config({ customError: messageOf });

/** An update requires no field. In what a field holds, such as the items of a sale, some are required. */
export const updateMessageOf = ({ input, path, expected }: Issue): string | undefined =>
  input === null && path?.length === 1 && expected !== 'boolean' ? 'Não pode ser nulo' : undefined;
