import { attributeNames, type Work } from '@representa/telemetry';
import type { Sql } from 'postgres';

export type DescribeQuery = (text: string) => Work;

/** A text of several steps says what it does: `/* insert product *\/ with …`. */
const stated = /^\/\* (\w+) (\w+) \*\//;
const columnSubqueries = /, ?\( ?select [^()]*\)/gi;
/** Looked for first: `with due as (select …) update …` is an update. */
const changes = /(?<!\b(?:for|key) )\b(insert|update(?! set\b)|delete)(?: into| from)? "?(\w+)/i;
/** Not the kept total that a list reads beside its records, nor `rows from (…)` or `extract(epoch from at)`. */
const reads = /(?<!\bextract\(\w+ )\bfrom "?(?!\w+_counter\b)(\w+)\b(?! from)/i;
const calls = /\bselect (\w+) ?\(/i;

/** `select (…) from sale where id in (…)` → `select # from sale where id in #` */
const outsideParentheses = (line: string): string => {
  const shorter = line.replace(/\([^()]*\)/g, '#');
  return shorter === line ? line : outsideParentheses(shorter);
};

/** `['SELECT', 'sale']`: what the query reads outside of subqueries, or else the first table or function of the text. */
const summarize = (text: string): [operation: string, target: string | undefined] => {
  const [, statedOperation, statedTarget] = stated.exec(text) ?? [];
  if (statedOperation) return [statedOperation.toUpperCase(), statedTarget];
  const line = text.replace(/\s+/g, ' ').trim();
  const [, operation = 'select', changed] = changes.exec(line) ?? [];
  // After a `with`, the outermost names are those of its parts.
  const outermost = /^with\b/i.test(line) ? null : reads.exec(outsideParentheses(line));
  const read = outermost ?? reads.exec(line.replace(columnSubqueries, '')) ?? calls.exec(line);
  return [operation.toUpperCase(), changed ?? read?.[1]];
};

/** More different texts than the code has queries: page sizes and offsets are part of the text. */
const maxKnown = 1_000;

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
    if (known.size >= maxKnown) known.clear();
    const fresh = describe(text);
    known.set(text, fresh);
    return fresh;
  };
};
