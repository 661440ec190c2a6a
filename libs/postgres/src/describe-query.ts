import { attributeNames, type Work } from '@representa/telemetry';
import type { Sql } from 'postgres';

export type DescribeQuery = (text: string) => Work;

const name = String.raw`"?([a-z_][\w.]*)\b"?`;
/** Neither a function nor the word in `rows from (…)`. */
const notCalled = String.raw`(?!\s*\(|\s+from\b)`;
/** Of `with … as (insert into a …) select …` the insert is what the query is about. */
const changes = new RegExp(
  String.raw`\b(insert)\s+into\s+${name}|(?<!\bfor\s+)\b(update)\s+${name}\s|\b(delete)\s+from\s+${name}`,
  'i',
);
const tables = new RegExp(String.raw`\b(?:from|join)\s+${name}${notCalled}`, 'gi');
const functions = /\b(?:select|from)\s+(\w+)\s*\(/i;

/** Parentheses after these words, or in others, hold a part to read from; after anything else, an expression. */
const opensPart = /(?:\b(?:from|join|lateral|as|materialized|all|union)|\()\s*$/i;

/** Without expressions, such as the scalar subqueries among the columns. */
const withoutExpressions = (text: string): string => {
  let kept = '';
  let dropped = 0;
  for (const part of text.split(/([()])/)) {
    if (part === '(' && (dropped > 0 || !opensPart.test(kept))) dropped += 1;
    else if (part === ')' && dropped > 0) dropped -= 1;
    else if (dropped === 0) kept += part;
  }
  return kept;
};

/** `['SELECT', 'sale']` */
const summarize = (text: string): [operation: string, target: string | undefined] => {
  const change = changes.exec(text)?.slice(1).filter(Boolean);
  if (change) return [change[0]?.toUpperCase() ?? '', change[1]];
  // The tables inside of a `with` part come before the place that reads the part.
  const read = [...withoutExpressions(text).matchAll(tables)].map(([, found]) => found);
  // A list reads its kept total beside its records.
  const table = read.find((found) => !found?.endsWith('_counter')) ?? read[0];
  return ['SELECT', table ?? functions.exec(text)?.[1]];
};

/** More different texts than the code has queries: page sizes and offsets are part of the text. */
const mostKnown = 1_000;

/** Names queries by operation and table. Each text is looked at once. */
export const makeDescribeQuery = ({ options }: Sql, schema: string): DescribeQuery => {
  const known = new Map<string, Work>();
  const attributes = {
    [attributeNames.dbSystem]: 'postgresql',
    [attributeNames.dbNamespace]: `${options.database}|${schema}`,
    [attributeNames.serverAddress]: options.host[0] ?? '',
  };
  const describe = (text: string): Work => {
    const [operation, target] = summarize(text);
    const summary = target ? `${operation} ${target}` : operation;
    return {
      duration: 'db.client.operation.duration',
      name: summary,
      attributes: { ...attributes, [attributeNames.dbOperation]: operation, [attributeNames.dbSummary]: summary },
    };
  };
  return (text) => {
    const described = known.get(text);
    if (described) return described;
    if (known.size >= mostKnown) known.clear();
    const fresh = describe(text);
    known.set(text, fresh);
    return fresh;
  };
};
