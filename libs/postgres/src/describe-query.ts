import { attributeNames } from '@representa/telemetry';
import type { Sql } from 'postgres';

export interface QueryWork {
  duration: 'db.client.operation.duration';
  /** `SELECT sale` */
  name: string;
  attributes: Record<string, string | number>;
}

/** Undocumented members of a query (postgres.js 3.4.9): the texts of its template between the values. */
interface Template {
  strings?: readonly string[];
}

export type DescribeQuery = (query: object) => QueryWork;

/** The statement that the query is about: of `with … as (insert into a …) select …` the insert. */
const change = /\b(insert)\s+into\s+([\w.]+)?|\b(update)\s+([\w.]+)?\s|\b(delete)\s+from\s+([\w.]+)?/i;
const called = /^\s*(select)\s+(\w+)\s*\(/i;
const read = /\b(select)\b(?:[\s\S]*?\bfrom\s+([\w.]+))?/i;

const summarize = (text: string): [operation: string, target: string | undefined] => {
  const found = change.exec(text) ?? called.exec(text) ?? read.exec(text);
  const [operation = 'query', target] = found?.slice(1).filter((part) => part !== undefined) ?? [];
  return [operation.toUpperCase(), target];
};

/** Describes a query for its span, by its text without any value. Each query of the code is summarized once. */
export const makeDescribeQuery = ({ options }: Sql, schema: string): DescribeQuery => {
  const known = new WeakMap<readonly string[], QueryWork>();
  const noText: readonly string[] = [];
  const describe = (texts: readonly string[]): QueryWork => {
    const [operation, target] = summarize(texts.join(' '));
    const name = target ? `${operation} ${target}` : operation;
    return {
      duration: 'db.client.operation.duration',
      name,
      attributes: {
        [attributeNames.dbSystem]: 'postgresql',
        [attributeNames.dbNamespace]: `${options.database}|${schema}`,
        [attributeNames.dbOperation]: operation,
        [attributeNames.dbSummary]: name,
        [attributeNames.serverAddress]: options.host[0] ?? '',
      },
    };
  };
  return (query) => {
    const texts = (query as Template).strings ?? noText;
    const work = known.get(texts) ?? describe(texts);
    known.set(texts, work);
    return work;
  };
};
