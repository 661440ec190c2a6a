import { randomUUID } from 'node:crypto';
import { productBody, representadaBody } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
  api = catalog.empresa();
});
afterAll(() => catalog.stop());

const newRepresentada = async (of: Api = api): Promise<string> =>
  (await of.post('/representadas', representadaBody())).body.data.id;

const pathOf = (id: string): string => `/products/${encodeURIComponent(id)}`;

const iso8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const invalid = 'Dados de entrada inválidos';

test('a created product comes back with exactly the fields of the contract', async () => {
  const id = randomUUID();
  const { status, body, headers } = await api.post('/products', { id, nome: 'Café', preco: 18.9 });
  expect(status).toBe(201);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body).toEqual({
    success: true,
    data: {
      id,
      nome: 'Café',
      descricao: null,
      preco: 18.9,
      ativo: true,
      created_at: expect.stringMatching(iso8601),
      updated_at: body.data.created_at,
    },
  });
});

test('every field can be given, null stands for what is left out, and unknown fields are ignored', async () => {
  const given = productBody({ descricao: 'Grãos 100% arábica', ativo: false });
  const full = await api.post('/products', {
    ...given,
    estoque: 3,
    empresa_id: randomUUID(),
    created_at: '1999-01-01',
  });
  expect(full.status).toBe(201);
  expect(full.body.data).toMatchObject(given);
  expect(Object.keys(full.body.data)).toHaveLength(7);
  expect(Date.parse(full.body.data.created_at)).toBeGreaterThan(Date.now() - 60_000);

  const nulls = await api.post('/products', productBody({ descricao: null, representada_id: null }));
  expect(nulls.status).toBe(201);
  expect(nulls.body.data).not.toHaveProperty('representada_id');
  expect(nulls.body.data.descricao).toBeNull();
});

test('blanks around an id and a name are dropped, and inside a description they are kept', async () => {
  const id = randomUUID();
  const { body } = await api.post('/products', { id: `  ${id} `, nome: ' Café ', preco: 1, descricao: ' a\n b ' });
  expect(body.data).toMatchObject({ id, nome: 'Café', descricao: ' a\n b ' });
});

test('an id is unique in the whole system, not only in its company', async () => {
  const product = productBody();
  expect((await api.post('/products', product)).status).toBe(201);
  for (const other of [api, catalog.empresa()]) {
    const again = await other.post('/products', { ...product, id: ` ${product.id}` });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({ error: 'Já existe um produto com este ID' });
  }
  expect((await api.post('/products', { ...product, id: product.id.toLowerCase() })).status).toBe(201);
});

test('of fifty creations with one id at a time, one succeeds', async () => {
  const product = productBody();
  const others = catalog.empresa();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? api : others).post('/products', product)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(49).fill(409)]);
});

test('invalid input is told as a list of issues', async () => {
  const { status, body } = await api.post('/products', { nome: '', preco: -1 });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: invalid,
    details: [
      { code: 'invalid_type', message: 'Campo obrigatório', path: ['id'] },
      {
        code: 'too_small',
        minimum: 1,
        type: 'string',
        inclusive: true,
        exact: false,
        message: 'Deve ter pelo menos 1 caractere',
        path: ['nome'],
      },
      {
        code: 'too_small',
        minimum: 0,
        type: 'number',
        inclusive: true,
        exact: false,
        message: 'Deve ser no mínimo 0',
        path: ['preco'],
      },
    ],
  });
});

const badFields: [string, string, unknown][] = [
  ['nome', 'blank', '   '],
  ['nome', 'null', null],
  ['nome', 'a number', 5],
  ['nome', 'too long', 'x'.repeat(256)],
  ['nome', 'with NUL', 'a\0b'],
  ['nome', 'half a character', '\ud800'],
  ['descricao', 'a number', 5],
  ['descricao', 'too long', 'x'.repeat(5_001)],
  ['descricao', 'with NUL', 'a\0b'],
  ['descricao', 'with half a character', 'a\udfff'],
  ['preco', 'null', null],
  ['preco', 'a text', '10'],
  ['preco', 'barely negative', -0.0000001],
  ['preco', 'enormous', 1e300],
  ['preco', 'barely too large', 999_999_999.000001],
  ['preco', 'a list', [1]],
  ['ativo', 'null', null],
  ['ativo', 'a text', 'true'],
  ['ativo', 'a number', 1],
  ['representada_id', 'no UUID', 'x'],
  ['representada_id', 'a number', 5],
];

test.each(badFields)('%s cannot be %s, neither at first nor later', async (field, _kind, value) => {
  const product = productBody();
  const refused = await api.post('/products', { ...product, [field]: value });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toBe(invalid);
  expect(refused.body.details).toEqual([expect.objectContaining({ path: [field] })]);

  const { body: created } = await api.post('/products', product);
  const update = await api.put(pathOf(product.id), { [field]: value });
  expect(update.status).toBe(400);
  expect(update.body.details).toEqual([expect.objectContaining({ path: [field] })]);
  const { body: untouched } = await api.put(pathOf(product.id), {});
  expect(untouched.data).toEqual({ ...created.data, updated_at: untouched.data.updated_at });
});

test.each([
  ['empty', ''],
  ['blank', '  '],
  ['null', null],
  ['a number', 7],
  ['too long', 'x'.repeat(101)],
  ['with NUL', 'a\0'],
  ['half a character', '\udc00'],
])('an id cannot be %s', async (_kind, id) => {
  const { status, body } = await api.post('/products', productBody({ id }));
  expect(status).toBe(400);
  expect(body.details).toEqual([expect.objectContaining({ path: ['id'] })]);
});

test.each([['{"preco":1e400}'], ['{"preco":NaN}'], ['{"preco":'], ['[]'], ['null'], ['"x"'], ['5']])(
  'the body %s is a 400 and no failure',
  async (body) => {
    expect((await api.post('/products', body)).status).toBe(400);
    expect((await api.put(pathOf('any'), body)).status).toBe(400);
  },
);

test('the longest values fit', async () => {
  const emoji = '🧉';
  const product = {
    id: randomUUID() + emoji.repeat(32),
    nome: 'é'.repeat(255),
    descricao: 'ã'.repeat(5_000),
    preco: 999_999_999,
  };
  const { status, body } = await api.post('/products', product);
  expect(status).toBe(201);
  expect(body.data).toMatchObject(product);
  expect((await api.put(pathOf(product.id), { preco: 1 })).body.data.id).toBe(product.id);
});

test('an update changes what was sent, and moves updated_at also when nothing was', async () => {
  const product = productBody({ descricao: 'antes' });
  const { body: created } = await api.post('/products', product);
  const changes = { nome: ' Novo ', preco: 0, ativo: false, descricao: null };
  const updated = await api.put(pathOf(product.id), { ...changes, id: 'other', created_at: '1999-01-01' });
  expect(updated.status).toBe(200);
  expect(updated.body).toEqual({
    success: true,
    data: { ...created.data, ...changes, nome: 'Novo', updated_at: expect.stringMatching(iso8601) },
  });
  expect(updated.body.data.updated_at > created.data.created_at).toBe(true);

  let last = updated.body.data;
  for (const _ of Array(5)) {
    const { body } = await api.put(pathOf(product.id), {});
    expect(body.data).toEqual({ ...last, updated_at: body.data.updated_at });
    expect(body.data.updated_at > last.updated_at).toBe(true);
    last = body.data;
  }
  const one = await api.put(pathOf(product.id), { ativo: true });
  expect(one.body.data).toEqual({ ...last, ativo: true, updated_at: one.body.data.updated_at });
});

test.each([
  ['a/b//c'],
  ['with blanks inside'],
  ['100%'],
  ['%2F'],
  ['%'],
  ['maçã-ção'],
  ['?x=1&y#z'],
  ['..'],
  ['a\\b'],
  ['日本 🧉'],
  ["';drop table product;--"],
])('a product can be called %s', async (name) => {
  const id = `${randomUUID()} ${name}`;
  expect((await api.post('/products', productBody({ id }))).body.data.id).toBe(id);
  const { status, body } = await api.put(pathOf(id), { nome: 'Achado' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ id, nome: 'Achado' });
});

test('an id that no product can have does not exist', async () => {
  for (const id of ['missing', '%00', 'a%00b', 'x'.repeat(101), 'x'.repeat(10_000), '%20', '']) {
    const { status, body } = await api.put(`/products/${id}`, { nome: 'x' });
    expect([id, status, body]).toEqual([id, 404, { error: 'Produto não encontrado' }]);
  }
});

test('a path that is not UTF-8 is a bad URL', async () => {
  for (const id of ['%ED%A0%80', '%FF', '%', '%zz']) {
    const { status, body } = await api.put(`/products/${id}`, { nome: 'x' });
    expect([id, status, body]).toEqual([id, 400, { error: 'URL inválida' }]);
  }
});

test('a product of another company does not exist', async () => {
  const product = productBody();
  const { body: created } = await api.post('/products', product);
  const { status, body } = await catalog.empresa().put(pathOf(product.id), { nome: 'Roubado' });
  expect(status).toBe(404);
  expect(body).toEqual({ error: 'Produto não encontrado' });
  const { body: still } = await api.put(pathOf(product.id), {});
  expect(still.data.nome).toBe(created.data.nome);
});

test('a product shows its representada while it has one', async () => {
  const [first, second] = [await newRepresentada(), await newRepresentada()];
  const product = productBody({ representada_id: first });
  const created = await api.post('/products', product);
  expect(created.status).toBe(201);
  expect(created.body.data.representada_id).toBe(first);

  const kept = await api.put(pathOf(product.id), { nome: 'x' });
  expect(kept.body.data.representada_id).toBe(first);
  const moved = await api.put(pathOf(product.id), { representada_id: second.toUpperCase() });
  expect(moved.body.data.representada_id).toBe(second);
  const removed = await api.put(pathOf(product.id), { representada_id: null });
  expect(removed.status).toBe(200);
  expect(removed.body.data).not.toHaveProperty('representada_id');
});

test('a representada that does not exist, or not here, cannot be used', async () => {
  const ofAnother = await newRepresentada(catalog.empresa());
  const existing = productBody();
  await api.post('/products', existing);
  for (const representada_id of [randomUUID(), ofAnother]) {
    const product = productBody({ representada_id });
    const created = await api.post('/products', product);
    expect([created.status, created.body]).toEqual([404, { error: 'Representada não encontrada' }]);
    const updated = await api.put(pathOf(existing.id), { representada_id, nome: 'Outro' });
    expect([updated.status, updated.body]).toEqual([404, { error: 'Representada não encontrada' }]);
    expect((await api.post('/products', { ...product, representada_id: null })).status).toBe(201);
  }
  expect((await api.put(pathOf(existing.id), {})).body.data).toMatchObject({ nome: existing.nome });
});

test('updates of one product at a time all count', async () => {
  const product = productBody();
  await api.post('/products', product);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => api.put(pathOf(product.id), { preco: n })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.data.updated_at)).size).toBe(20);
});
