import type { JsonSchema } from '../openapi/json-schema.ts';
import type { FieldPath } from './body-fields.ts';

/** RFC 7240: the first `handling` counts, and what is not known is ignored. */
export const asksForStrict = (prefer: string | string[] | undefined): boolean => {
  for (const preference of String(prefer ?? '').split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=');
    if (name.trim().toLowerCase() === 'handling') return /^"?strict"?$/i.test(value.trim());
  }
  return false;
};

export const strictApplied = 'handling=strict';

const maxNames = 20;
const maxLength = 500;
/** Percent-encoded, a character of UTF-16 has at most nine, so one name always fits. */
const maxNameLength = 50;

/** Of the items of a list, the first is named. */
const inAnyItem = (path: FieldPath): string => JSON.stringify(path.filter((part) => typeof part === 'string'));

/** The value of `Ignored-Fields`: as many as fit. */
export const listIgnored = (paths: readonly FieldPath[]): string => {
  const first = new Map<string, FieldPath>();
  for (const path of paths) {
    const place = inAnyItem(path);
    if (!first.has(place)) first.set(place, path);
  }
  let list = '';
  for (const path of [...first.values()].slice(0, maxNames)) {
    const name = encodeURIComponent(path.join('.').slice(0, maxNameLength).toWellFormed());
    const longer = list ? `${list}, ${name}` : name;
    if (longer.length <= maxLength) list = longer;
  }
  return list;
};

export const preferDocs: Record<string, JsonSchema> = {
  Prefer: {
    type: 'string',
    examples: [strictApplied],
    description:
      '`handling=strict`: um campo desconhecido no corpo é um erro 400 que o nomeia; em vendas, também um produto que não existe',
  },
};

export const preferenceAppliedDocs: Record<string, JsonSchema> = {
  'Preference-Applied': {
    type: 'string',
    const: strictApplied,
    description: 'Presente quando a requisição pediu `Prefer: handling=strict`',
  },
};

export const ignoredFieldsDocs: Record<string, JsonSchema> = {
  'Ignored-Fields': {
    type: 'string',
    maxLength,
    examples: ['Status, itens.0.desconto'],
    description:
      'Os campos desconhecidos do corpo, que foram ignorados: até 20, cada um em percent-encoding; de uma lista, o primeiro item em que aparecem',
  },
};
