import { describe, expect, test } from 'vitest';
import { a, prefix } from './api.ts';
import { keys } from './config.ts';
import { expectError, fieldErrors, issues } from './expectations.ts';
import { operationsWithBody, recordOperations, titled } from './operations.ts';
import { keyed, keyedJson, sendBytes, sendRaw } from './raw.ts';
import {
  type Client,
  clientBody,
  createClient,
  createParties,
  createProduct,
  createRepresentada,
  createSale,
  unknownId,
  word,
} from './records.ts';

const mebibyte = 1_048_576;
const send = (method: string, path: string, body: RawBody, headers: Record<string, string> = keyedJson()) =>
  sendRaw<Client>({ method, path: `${prefix}${path}`, headers, ...(body !== undefined && { body }) });
type RawBody = Parameters<typeof sendRaw>[0]['body'];

/** JSON padded with spaces to a size. */
const padded = (body: object, size: number): Buffer => {
  const text = Buffer.from(JSON.stringify(body));
  return Buffer.concat([text, Buffer.alloc(size - text.length, ' ')]);
};

describe('routes', () => {
  test.each([
    ['GET', '/api/v1/nada'],
    ['POST', '/api/v1/nada'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/sales/a/b'],
    ['PATCH', '/api/v1/sales/a/b'],
    ['GET', '/api/v2/clients'],
    ['GET', '/favicon.ico'],
  ])('[ERR-01] %s %s is a 404', async (method, path) => {
    expectError(await sendRaw({ method, path, headers: keyed() }), 404);
  });

  test.each([
    ['PATCH', '/api/v1/clients', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/api/v1/clients', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/v1/sales', 'GET, HEAD, POST, OPTIONS'],
    ['POST', `/api/v1/clients/${unknownId()}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['DELETE', `/api/v1/products/${unknownId()}`, 'GET, HEAD, PUT, PATCH, OPTIONS'],
    ['PROPFIND', '/api/v1/clients', 'GET, HEAD, POST, OPTIONS'],
    ['LOCK', `/api/v1/sales/${unknownId()}`, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['QUERY', '/api/v1/keys', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['PUT', '/docs', 'GET, HEAD, OPTIONS'],
  ])('[ERR-24] %s %s is a 405 that names the methods', async (method, path, allow) => {
    const headers = keyedJson();
    const reply = await sendRaw({ method, path, headers, body: path.startsWith('/api') ? '{"broken' : '' });
    expectError(reply, 405, 'Método não permitido');
    expect(reply.header('allow')).toBe(allow);
  });

  test.each([
    'abc',
    '1',
    'null',
    '%20',
    '%C3%A9',
    '%00',
    'x'.repeat(90),
    "1' or '1'='1",
    '../clients',
    '%2e%2e',
    '-',
    '0',
  ])('[ERR-02] %s as the id of a sale, client or representada is a 404', async (id) => {
    const path = id.includes("'") || id.includes('/') ? encodeURIComponent(id) : id;
    expectError(await send('DELETE', `/sales/${path}`, undefined, keyed()), 404, 'Venda não encontrada');
    expectError(await send('DELETE', `/clients/${path}`, undefined, keyed()), 404, 'Cliente não encontrado');
    expectError(await send('PUT', `/clients/${path}`, '{}'), 404, 'Cliente não encontrado');
    expectError(await send('DELETE', `/representadas/${path}`, undefined, keyed()), 404, 'Representada não encontrada');
    expectError(await send('PUT', `/representadas/${path}`, '{}'), 404, 'Representada não encontrada');
  });

  test('[ERR-03] an existing id in another notation is a 404', async () => {
    const { id } = await createClient();
    for (const other of [`{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`, `${id}x`, ` ${id}`, id.slice(0, -1)]) {
      expectError(await a.put(`/clients/${encodeURIComponent(other)}`, {}), 404, 'Cliente não encontrado');
    }
  });

  test('[ERR-04] invalid percent-encoding is refused', async () => {
    for (const path of ['/clients/%ZZ', '/sales/%', '/representadas/%f', '/clients/%ff']) {
      expect([400, 404]).toContain((await send('DELETE', path, undefined, keyed())).status);
    }
  });
});

describe.each(titled(operationsWithBody()))('$title', ({ method, path, body }) => {
  test('[ERR-10] malformed JSON is a 400', async () => {
    for (const text of [
      '{',
      '{"nome":}',
      'nome=x',
      "{'nome':'x'}",
      '{"nome":"x"',
      '{"a":1}}',
      'undefined',
      'NaN',
      '\u0000',
      '{"a":1,}',
    ]) {
      expectError(await send(method, path, text), 400);
    }
  });

  test('[ERR-11] an empty body, or null, is a 400 that asks for an object', async () => {
    expectError(await send(method, path, '   '), 400);
    for (const text of ['', 'null', undefined]) {
      const { status, json } = await send(method, path, text);
      const details = json.details as { body: string } | [{ message: string }];
      expect([status, 'body' in details ? details.body : details[0].message]).toEqual([400, 'Envie um objeto JSON']);
    }
  });

  test('[ERR-12] JSON that is not an object is invalid input, in the shape of the operation', async () => {
    const shape = method === 'POST' && ['/sales', '/clients'].includes(path) ? fieldErrors : issues;
    for (const text of ['[]', '"x"', '1', 'null', 'true', '[{}]']) shape(await send(method, path, text));
  });

  test('[ERR-13] a body of another type, or a compressed one, is a 415', async () => {
    const text = JSON.stringify(body);
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ];
    for (const type of [...types, 'application/jsonx', 'application/vnd.api+json', 'json', '']) {
      expectError(await send(method, path, text, keyed({ 'content-type': type })), 415);
    }
    expectError(await send(method, path, text, keyed()), 415);
    const compressed = keyed({ 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expectError(
      await send(method, path, text, compressed),
      415,
      'Content-Encoding não é aceito: envie o corpo sem compressão',
    );
  });

  test('[ERR-14] a body that is not UTF-8 is a 400', async () => {
    const latin1 = Buffer.from(JSON.stringify({ ...body, nome: 'Açaí' }), 'latin1');
    expectError(await send(method, path, latin1), 400);
    expectError(await send(method, path, Buffer.from([0x22, 0xc3, 0x28, 0x22])), 400);
  });

  test('[ERR-15] a body of 6 MB is a 413, with Content-Length or in chunks', async () => {
    const headers = { 'content-type': 'application/json' };
    const large = new Blob([Buffer.alloc(6_000_000, ' ')]);
    for (const body of [large, large.stream()]) expectError(await a.send(method, path, { headers, body }), 413);
  });
});

test.each([
  ['sales', async () => createSale(await createParties()), ['data', 'pedido', 'status', 'itens']],
  ['clients', createClient, ['codigo', 'nome', 'email']],
  ['products', createProduct, ['nome', 'preco']],
  ['representadas', createRepresentada, ['nome', 'comissao']],
] as const)(
  '[ERR-25] an update of %s requires no field: null in one that is never null is a wrong value',
  async (path, create, fields) => {
    const { id } = await create();
    const nulls = Object.fromEntries(fields.map((field) => [field, null]));
    const refused = issues(await a.put(`/${path}/${id}`, nulls));
    const issue = { code: 'invalid_type', message: 'Não pode ser nulo' };
    expect(
      refused.sort((one, other) => fields.indexOf(one.path[0] as never) - fields.indexOf(other.path[0] as never)),
    ).toEqual(fields.map((field) => ({ ...issue, path: [field] })));
  },
);

test('[ERR-16] a body of exactly 1 MiB is accepted, one byte more is a 413', async () => {
  expect((await send('POST', '/clients', padded(clientBody(), mebibyte))).status).toBe(201);
  expectError(await send('POST', '/clients', padded(clientBody(), mebibyte + 1)), 413);
  const chunks = [padded(clientBody(), mebibyte), Buffer.from(' ')];
  expectError(await send('POST', '/clients', chunks), 413);
  expect((await send('POST', '/clients', chunks.slice(0, 1))).status).toBe(201);
});

test('[ERR-17] the content type may have any case and a charset', async () => {
  for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON']) {
    expect(
      (await send('POST', '/clients', JSON.stringify(clientBody()), keyedJson({ 'content-type': type }))).status,
    ).toBe(201);
  }
});

test('[ERR-18] a content type without a body is accepted where no body is needed', async () => {
  const { id } = await createClient();
  for (const headers of [keyedJson(), keyed({ 'content-type': 'text/plain' })]) {
    expect((await send('GET', '/clients', undefined, headers)).status).toBe(200);
  }
  expect((await send('DELETE', `/clients/${id}`, undefined, keyedJson({ 'content-length': '0' }))).status).toBe(200);
});

test('[ERR-19] `Expect: 100-continue` is answered', async () => {
  const body = Buffer.from(JSON.stringify(clientBody()));
  const headers = keyedJson({ expect: '100-continue', 'content-length': String(body.length) });
  expect((await send('POST', '/clients', body, headers)).status).toBe(201);
});

test('[ERR-20] deeply nested or unusual JSON is accepted or refused, never a 500', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const whole = JSON.stringify(clientBody());
  const withMember = (member: string): string => `${whole.slice(0, -1)},${member}}`;
  expectError(await send('POST', '/clients', deep), 400);
  for (const member of [
    `"x":${deep}`,
    '"__proto__":{"ativo":false}',
    '"constructor":{"prototype":1}',
    '"nome":"ab"',
    '"":1',
  ]) {
    expect([201, 400, 409]).toContain((await send('POST', '/clients', withMember(member))).status);
  }
  const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(whole)]);
  expect([201, 400, 409]).toContain((await send('POST', '/clients', bom)).status);
});

test('[ERR-21] every reply has a unique request id', async () => {
  const replies = await Promise.all(recordOperations().map(({ method, path }) => a.send(method, path)));
  expect(new Set(replies.map(({ header }) => header('x-request-id'))).size).toBe(replies.length);
});

test('[ERR-22] bytes that are not HTTP, and headers that are too large, get the usual error body', async () => {
  expectError(await sendBytes('nada disso\r\n\r\n'), 400);
  expectError(await sendBytes(`POST ${prefix}/clients HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n`), 400);
  const large = `GET ${prefix}/clients HTTP/1.1\r\nhost: x\r\nx-api-key: ${keys.a}\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`;
  expectError(await sendBytes(large), 431);
});

test('[ERR-23] a name may contain markup or SQL', async () => {
  for (const nome of [
    "Robert'); drop table clients;--",
    '<script>alert(1)</script>',
    '#{7*7} {{7*7}}',
    `"${word()}"`,
  ]) {
    expect((await createClient({ nome })).nome).toBe(nome);
  }
});
