import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, bodyLimit, invalid, post } from './test-server.ts';

describe.each([
  ['/fields', (message: string) => ({ body: message })],
  ['/issues', (message: string) => [{ code: 'custom', message, path: [] }]],
])('a body that cannot be read, on %s', (url, shaped) => {
  it.each(['{', ' ', '{"nome":}', "{'nome':1}", '{"nome":"a"}{}', 'nome=a', '[', '\0', '{"nome":"a\n"}'])(
    '%j is no JSON',
    async (payload) => {
      expect(await post(url, payload)).toEqual({
        status: 400,
        answer: { error: invalid, details: shaped('JSON inválido') },
      });
    },
  );

  it.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xf4, 0x90, 0x80, 0x80]], [[0xe9]]])(
    'the bytes %j are no UTF-8',
    async (bytes) => {
      const payload = Buffer.concat([Buffer.from('{"nome":"'), Buffer.from(bytes), Buffer.from('"}')]);
      expect(await post(url, payload)).toEqual({
        status: 400,
        answer: { error: invalid, details: shaped('O texto deve estar em UTF-8') },
      });
    },
  );

  it('more than 64 brackets within each other are not read', async () => {
    const nested = (depth: number, open = '[', close = ']') =>
      `{"nome":"a","b":${open.repeat(depth - 1)}1${close.repeat(depth - 1)}}`;
    const unreadable = { status: 400, answer: { details: shaped('JSON inválido') } };
    const half = bodyLimit / 2 - 20;
    for (const payload of ['['.repeat(half), nested(half), nested(65), nested(65, '{"c":', '}')])
      expect(await post(url, payload)).toMatchObject(unreadable);
    expect((await post(url, nested(64))).status).toBe(200);
    expect((await post(url, nested(64, '{"c":', '}'))).status).toBe(200);
  });

  it('more than 40,000 values are not read', async () => {
    const list = (length: number, text = '') =>
      JSON.stringify({ nome: 'a', list: Array.from({ length }, () => 0), text });
    const unreadable = { status: 400, answer: { details: shaped('O JSON tem valores demais') } };
    expect(await post(url, list(41_000))).toMatchObject(unreadable);
    expect((await post(url, list(39_000, ',[{'.repeat(50_000)))).status).toBe(200);
  });

  it('brackets beside each other, or in text, are not counted', async () => {
    const text = `\\"${'[{'.repeat(1_000)}`;
    const payload = { nome: 'a', b: Array.from({ length: 1_000 }, () => [{}]), c: text, [text]: '\\' };
    expect((await post(url, JSON.stringify(payload))).status).toBe(200);
  });

  it('1 MiB is read, and one byte more is not', async () => {
    const ofSize = (size: number) => `{"nome":"a"${' '.repeat(size - '{"nome":"a"}'.length)}}`;
    expect((await post(url, ofSize(bodyLimit))).status).toBe(200);
    expect(await post(url, ofSize(bodyLimit + 1))).toEqual({
      status: 413,
      answer: { error: 'Corpo da requisição maior que 1 MiB' },
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'application/jsonx',
    'nonsense',
    '',
  ])('the content type %j is not supported', async (type) => {
    expect(await post(url, '{"nome":"a"}', { 'content-type': type })).toEqual({
      status: 415,
      answer: { error: 'Content-Type deve ser application/json' },
    });
  });
});

describe('a body that can be read', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('as %s is JSON', async (type) => {
    expect(await post('/fields', '{"nome":"São"}', { 'content-type': type })).toEqual({
      status: 200,
      answer: { nome: 'São' },
    });
  });

  it('may begin with a byte order mark', async () => {
    expect((await post('/fields', '\ufeff{"nome":"a"}')).status).toBe(200);
  });

  it.each(['', 'null'])('is required: %j', async (payload) => {
    expect(await post('/fields', payload)).toEqual({
      status: 400,
      answer: { error: invalid, details: { body: 'Envie um objeto JSON' } },
    });
    expect(await post('/issues', payload)).toMatchObject({ answer: { details: [{ code: 'invalid_type', path: [] }] } });
    expect((await ask({ method: 'POST', url: '/fields' })).answer.details).toEqual({ body: 'Envie um objeto JSON' });
  });

  it.each(['[]', '0', 'false', '""', '"x"', '[{"nome":"a"}]'])('must be an object: %s', async (payload) => {
    expect((await post('/fields', payload)).answer).toEqual({
      error: invalid,
      details: { body: 'Deve ser um objeto' },
    });
  });

  it.each([
    '{"__proto__":{"nome":"x"}}',
    '{"constructor":{"prototype":{"nome":"x"}}}',
    '{"\\u005f_proto__":{"nome":"x"}}',
    '{"__proto__":null}',
  ])('inherits nothing from %s', async (payload) => {
    expect((await post('/fields', payload)).answer).toEqual({ error: invalid, details: { nome: 'Campo obrigatório' } });
    expect((await post('/unchecked', payload)).answer).toEqual({ names: [] });
    expect(({} as Record<string, unknown>).nome).toBeUndefined();
  });

  it.each(['{"nome":"\\u0000"}', '{"nome":"\\ud800"}'])('may not hold what cannot be stored: %s', async (payload) => {
    expect((await post('/fields', payload)).answer.details).toEqual({ nome: 'Contém caracteres inválidos' });
  });

  it('has its faults told in the shape of the route', async () => {
    const payload = '{"nome":"","itens":[{"produtoId":"a"},{}]}';
    expect((await post('/fields', payload)).answer.details).toEqual({
      nome: 'Deve ter pelo menos 1 caractere',
      'itens.1.produtoId': 'Campo obrigatório',
    });
    expect((await post('/issues', payload)).answer.details).toMatchObject([
      { code: 'too_small', minimum: 1, path: ['nome'] },
      { code: 'invalid_type', path: ['itens', '1', 'produtoId'] },
    ]);
  });

  it('whatever its bytes, is never an internal error', async () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
    const value = fc.json({ stringUnit: 'binary' }).map((text) => Buffer.from(text));
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, value), fc.constantFrom('/fields', '/issues'), async (payload, url) => {
        expect([200, 400]).toContain((await post(url, payload)).status);
      }),
    );
  });
});
