import { describe, expect, test } from 'vitest';
import { a, afterOtherImports, answerDeadlineMs, baseUrl, withoutKey } from './api.ts';
import { bodyOf, fill, neededQuery, operations, send, withId } from './example-requests.ts';
import { expectError, issues } from './expectations.ts';
import { openapi } from './openapi.ts';
import { keyed, sendRaw } from './raw.ts';
import { unknownId } from './records.ts';

/** The example of a file. */
const csvOf = ({ schema }: { schema?: unknown }): string =>
  (schema as { examples?: string[] } | undefined)?.examples?.[0] ?? '';

test('[API-01] the document has every operation of the contract', () => {
  expect(operations.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'POST /api/v1/sales',
      'GET /api/v1/sales',
      'DELETE /api/v1/sales/{id}',
      'POST /api/v1/clients',
      'GET /api/v1/clients',
      'PUT /api/v1/clients/{id}',
      'DELETE /api/v1/clients/{id}',
      'POST /api/v1/products',
      'PUT /api/v1/products/{id}',
      'GET /api/v1/representadas',
      'PUT /api/v1/representadas/{id}',
      'DELETE /api/v1/representadas/{id}',
    ]),
  );
});

// Every reply is checked against the document where it is read (reply.ts).
describe.each(operations)('$title', (operation) => {
  const { method, path, responses } = operation;
  const [success = ''] = Object.keys(responses).filter((status) => status.startsWith('2'));
  // bulk.test.ts has the operations that take or answer a file.
  const isImport = path.endsWith('/import');
  const answersFile = !responses[success]?.content?.['application/json'];

  test.skipIf(isImport || answersFile)(
    '[API-02] succeeds with the example of the document, as the document says',
    async () => {
      const sent = { ...operation, path: await fill(path) };
      const query = (await neededQuery[path]?.()) ?? '';
      const csv = operation.requestBody?.content['text/csv'];
      const reply = csv
        ? await a.send(method, `${sent.path}${query}`, { headers: { 'content-type': 'text/csv' }, body: csvOf(csv) })
        : await send(sent, await bodyOf(operation), query);
      expect(String(reply.status), reply.text).toBe(success);
    },
  );

  test('[API-03] its errors are as the document says', async () => {
    expectError(await withoutKey.send(method, path), 401);
    if (path.includes('{id}')) {
      const sent = { ...operation, path: withId(path, unknownId()) };
      expectError(await send(sent, operation.requestBody && (await bodyOf(operation))), 404);
    }
    if (!operation.requestBody?.content['application/json']) return;
    const sent = { ...operation, path: await fill(path) };
    for (const body of [[], null, 'x']) expectError(await send(sent, body), 400);
    const text = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    expectError(await a.send(method, sent.path, text), 415);
  });

  test('[API-04] an unknown query parameter is a 400 that names it', async () => {
    const sent = { ...operation, path: await fill(path) };
    const body = operation.requestBody && (await bodyOf(operation));
    const reply = await afterOtherImports(() => send(sent, body, '?nenhum=7&nenhum=8&__proto__=1'));
    expectError(reply, 400);
    const { details } = reply.json;
    const named = Array.isArray(details) ? issues(reply).map((issue) => issue.path[0]) : Object.keys(details as object);
    expect(named.sort()).toEqual(['__proto__', 'nenhum']);
  });
});

test.each(Object.keys(openapi.paths))('[API-05] OPTIONS %s names the methods of the document', async (path) => {
  const documented = Object.keys(openapi.paths[path] ?? {}).map((method) => method.toUpperCase());
  const response = await fetch(`${baseUrl}${withId(path, unknownId())}`, {
    method: 'OPTIONS',
    headers: keyed(),
    signal: AbortSignal.timeout(answerDeadlineMs),
  });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([204, expect.stringMatching(/\S/)]);
  expect(response.headers.get('allow')?.split(', ').sort()).toEqual(
    [...new Set([...documented, 'OPTIONS', ...(documented.includes('GET') ? ['HEAD'] : [])])].sort(),
  );
});

/** Stored in another form than it is sent in. */
const normalised = new Set(['telefone', 'cnpj_cpf']);

test.each(operations.filter(({ requestBody }) => requestBody?.content['application/json']))(
  '[API-08] $title: the example of the reply shows what the example of the request sends',
  ({ requestBody, responses }) => {
    const sent = (requestBody?.content['application/json']?.example ?? {}) as Record<string, unknown>;
    const reply = responses[200] ?? responses[201];
    const { data = {} } = (reply?.content?.['application/json']?.example ?? {}) as { data?: Record<string, unknown> };
    expect(data).not.toEqual({});
    for (const [name, value] of Object.entries(sent))
      if (name in data && typeof value !== 'object' && !normalised.has(name))
        expect([name, data[name]]).toEqual([name, value]);
  },
);

test.each(operations)('[API-09] $title: every parameter shows a value', ({ parameters = [] }) => {
  const without = parameters.filter(
    ({ examples, schema }) => !examples && !schema.examples && !schema.enum && schema.default === undefined,
  );
  expect(without).toEqual([]);
});

/** Objects and enums without a name inside of a schema: generators of clients invent one for each. */
const namelessIn = (schema: unknown, place: string): string[] => {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], items, ...rest } = schema as Record<string, never>;
  const isNameless = place.includes('/') && (Object.keys(properties).length > 0 || 'enum' in rest);
  const parts = { ...properties, ...(anyOf as object), ...(oneOf as object), items };
  return [
    ...(isNameless ? [place] : []),
    ...Object.entries(parts).flatMap(([name, part]) => namelessIn(part, `${place}/${name}`)),
    // What an extension adds belongs to its name.
    ...(allOf as unknown[]).flatMap((part) => namelessIn(part, place)),
  ];
};

test('[API-10] every object and enum has a name, and none is called Error', () => {
  const { schemas } = openapi.components;
  const ofOperations = operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
    ...(parameters ?? []).map(({ name, schema }) => [`${operationId}/${name}`, schema] as const),
    ...[requestBody, ...Object.values(responses)].flatMap((one) =>
      Object.values(one?.content ?? {}).map(({ schema }) => [`${operationId}/content`, schema] as const),
    ),
  ]);
  const nameless = [...Object.entries(schemas), ...ofOperations].flatMap(([place, schema]) =>
    namelessIn(schema, place),
  );
  expect(nameless).toEqual([]);
  expect(schemas).not.toHaveProperty('Error');
  const sales = ['Sale', 'SaleSummary', 'UpdatedSale', 'FullSale'].map((name) => schemas[name]?.allOf);
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(sales).toMatchObject(
    [[ref('SaleBase')], [ref('SaleBase')], [ref('Sale')], [ref('UpdatedSale')]].map((one) => [...one, {}]),
  );
});

interface Item {
  name: string;
  request: {
    method: string;
    header: Entry[];
    url: { path: string[]; query: Entry[]; variable: Entry[] };
  };
}
interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}

test('[API-11] the collection of Postman has every operation, and its reads work as they are', async () => {
  const reply = await fetch(`${baseUrl}/postman.json`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const { item: folders } = (await reply.json()) as { item: { item: Item[] }[] };
  const items = folders.flatMap(({ item }) => item);
  const titleOf = ({ request: { method, url } }: Item): string =>
    `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`;
  expect(items.map(titleOf).sort()).toEqual(operations.map(({ title }) => title).sort());
  const sent = (entries: Entry[]): [string, string][] =>
    entries.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
  const wrong: string[] = [];
  // Another test's export may be running: then one is a 429.
  const isExport = ({ request }: Item): boolean => request.url.path.includes('export');
  for (const item of items.filter((one) => one.request.method === 'GET' && !isExport(one))) {
    const { header, url } = item.request;
    const ids = Object.fromEntries(sent(url.variable));
    const path = url.path.map((part) => (part.startsWith(':') ? encodeURIComponent(ids[part.slice(1)] ?? '') : part));
    const address = `/${path.join('/')}?${new URLSearchParams(sent(url.query))}`;
    const headers = { ...keyed(), ...Object.fromEntries(sent(header)) };
    const { status } = await fetch(`${baseUrl}${address}`, { headers, signal: AbortSignal.timeout(answerDeadlineMs) });
    // The record of an example need not be there.
    if (status !== 200 && status !== 404) wrong.push(`${status} ${address}`);
  }
  expect(wrong).toEqual([]);
});

test('[API-12] /llms.txt says where the document is, and how to authenticate', async () => {
  const reply = await fetch(`${baseUrl}/llms.txt`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await reply.text();
  expect(text).toMatch(/^# Representa\n/);
  expect(text).toContain('x-api-key');
  for (const [, path] of text.matchAll(/\]\((.+?)\)/g)) expect((await fetch(`${baseUrl}${path}`)).status).toBe(200);
});

test('[API-06] the document needs no key, is cached, and tells nothing about companies', async () => {
  const response = await fetch(`${baseUrl}/openapi.json`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(await response.text()).not.toMatch(/demo-empresa|Empresa Demo|01900000-0000-7000/i);
  const known = { 'accept-encoding': 'br', 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await fetch(`${baseUrl}/openapi.json`, { headers: known })).status).toBe(304);
  expect((await sendRaw({ path: '/' })).json).toMatchObject({ documentacao: '/docs', openapi: '/openapi.json' });
});

test('[API-07] the parts of the services are not reachable from outside', async () => {
  for (const path of [
    '/internal/openapi.json',
    '/api/v1/internal/openapi.json',
    '/api/v1/sales/../internal/openapi.json',
  ])
    expectError(await sendRaw({ path, headers: keyed() }), 404);
});
