import { expect, test } from 'vitest';
import { a, prefix } from './api.ts';
import { type DocumentedOperation, openapi } from './openapi.ts';
import { unknownId } from './records.ts';
import type { Reply } from './reply.ts';

/** Every operation with query parameters, as the document has them. */
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, DocumentedOperation>).flatMap(([method, { parameters = [] }]) => {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const names = query.map(({ name }) => name);
    const required = query
      .filter((parameter) => parameter.required)
      .map(({ name, schema }) => [name, String(schema.enum?.[0] ?? schema.examples?.[0])]);
    return path.startsWith(prefix) && names.length > 0
      ? [{ method: method.toUpperCase(), path, names, required: Object.fromEntries(required) }]
      : [];
  }),
);

const isNamed = ({ status, json }: Reply, name: string): boolean => {
  const { error, details } = json as unknown as { error?: string; details?: { path: string[] }[] };
  const isInDetails = details?.some(({ path }) => path.includes(name)) ?? false;
  return status === 400 && (isInDetails || (name === 'cursor' && error === 'Cursor inválido'));
};

/** Another test's import or export may be running: then it is a 429. */
const sendUntilFree = async (...request: Parameters<typeof a.send>): Promise<Reply> => {
  const reply = await a.send(...request);
  return reply.status === 429 ? sendUntilFree(...request) : reply;
};

test.each(operations)(
  '[PARAM-01] $method $path: a parameter that is sent twice, has a NUL or is too long is a 400 that names it',
  async ({ method, path, names, required }) => {
    const address = path.slice(prefix.length).replace(/\{\w+\}/g, unknownId());
    const body = method === 'POST' ? { headers: { 'content-type': 'text/csv' }, body: 'pedido;valor\n' } : {};
    const wrong: string[] = [];
    for (const name of names) {
      for (const query of [`${name}=1&${name}=1`, `${name}=%00`, `${name}=${'9'.repeat(3_000)}`]) {
        const { [name]: _tried, ...others } = required;
        const reply = await sendUntilFree(method, `${address}?${new URLSearchParams(others)}&${query}`, body);
        // A cursor is read when its sale is known to exist, and as a limit numbers of any length are numbers.
        const isRead = name === 'cursor' || (name === 'limit' && query.startsWith('limit=999'));
        const isUnknown = isRead && path.includes('{') && reply.status === 404;
        const isLimit = name === 'limit' && isRead && reply.status < 300;
        if (!isNamed(reply, name) && !isUnknown && !isLimit) wrong.push(`${query.slice(0, 40)}: ${reply.status}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test.each(operations)(
  '[PARAM-02] $method $path: a query whose escapes are not UTF-8 is a 400',
  async ({ method, path, names: [name] }) => {
    const address = path.slice(prefix.length).replace(/\{\w+\}/g, unknownId());
    for (const value of ['%E9', '%zz', '%']) {
      const { status, json } = await sendUntilFree(method, `${address}?${name}=${value}`);
      expect([status, json]).toEqual([400, { error: 'URL inválida' }]);
    }
  },
);
