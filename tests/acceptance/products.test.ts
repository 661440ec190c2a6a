import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectError, expectIssue, expectMembers, expectTimestamp, issues, members } from './expectations.ts';
import { createProduct, createRepresentada, type Product, productBody, unknownId, word } from './records.ts';

const update = (id: string, changes: object) => a.put<Product>(`/products/${encodeURIComponent(id)}`, changes);

describe('creating a product', () => {
  test('[PROD-01] answers 201 with exactly the product; descricao null and ativo true by default', async () => {
    const body = productBody();
    const reply = await a.post<Product>('/products', body);
    expect(reply.status, reply.text).toBe(201);
    expectMembers(reply.json, members.record);
    expect(reply.json.success).toBe(true);
    expectMembers(reply.json.data, members.product);
    expect(reply.json.data).toMatchObject({ ...body, descricao: null, ativo: true });
    expectTimestamp(reply.json.data.created_at);
    expectTimestamp(reply.json.data.updated_at);
  });

  test('[PROD-02] stores the sent fields', async () => {
    const given = { nome: 'X', descricao: 'Torra média\n“especial”', preco: 0.1, ativo: false };
    expect(await createProduct(given)).toMatchObject(given);
  });

  test('[PROD-03] a taken id is `Já existe um produto com este ID`', async () => {
    const { id } = await createProduct();
    expectError(await a.post('/products', productBody({ id })), 409, 'Já existe um produto com este ID');
    expectError(await a.post('/products', productBody({ id: `  ${id} ` })), 409, 'Já existe um produto com este ID');
  });

  test('[PROD-04] reports exactly the missing required fields, as `invalid_type`', async () => {
    const found = issues(await a.post('/products', {}));
    expect(found.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'invalid_type id',
      'invalid_type nome',
      'invalid_type preco',
    ]);
  });

  test('[PROD-05] a negative preco is `too_small` with its members', async () => {
    for (const preco of [-1, -0.01]) {
      expect(issues(await a.post('/products', productBody({ preco })))).toEqual([
        {
          code: 'too_small',
          minimum: 0,
          type: 'number',
          inclusive: true,
          exact: false,
          message: expect.stringMatching(/\S/),
          path: ['preco'],
        },
      ]);
    }
  });

  test('[PROD-06] a nome or id that is empty after trimming is `too_small`', async () => {
    for (const field of ['nome', 'id']) {
      for (const empty of ['', '   ']) {
        const issue = expectIssue(await a.post('/products', productBody({ [field]: empty })), field);
        expect(issue).toMatchObject({ code: 'too_small', minimum: 1, type: 'string', inclusive: true, exact: false });
      }
    }
    expect((await createProduct({ nome: ' Chá ' })).nome).toBe('Chá');
  });

  test.each([0, 0.1, 19.99, 1234567.89])('[PROD-07] preco %s is stored exactly', async (preco) => {
    expect((await createProduct({ preco })).preco).toBe(preco);
  });

  test('[PROD-08] a preco above the maximum is a 400', async () => {
    expectIssue(await a.post('/products', productBody({ preco: 1e300 })), 'preco');
  });

  test.for([
    ['id', 7],
    ['id', null],
    ['nome', 7],
    ['nome', null],
    ['descricao', 7],
    ['descricao', {}],
    ['preco', '10'],
    ['preco', null],
    ['preco', true],
    ['ativo', 'true'],
    ['ativo', 0],
  ] as const)('[PROD-09] %s as %j is refused on creation', async ([field, value]) => {
    const found = issues(await a.post('/products', productBody({ [field]: value })));
    expect(found.map(({ path }) => path)).toEqual([[field]]);
  });

  test('[PROD-10] unknown fields are ignored', async () => {
    const body = productBody({ unidade: 'kg', created_at: '2001-01-01', nada: null });
    expectMembers((await a.post<Product>('/products', body)).json.data, members.product);
  });
});

describe('updating a product', () => {
  test('[PROD-20] answers 200 with the product; only the sent fields and updated_at change', async () => {
    const before = await createProduct({ descricao: 'x' });
    await pause(5);
    const reply = await update(before.id, { preco: 2.5 });
    expect(reply.status, reply.text).toBe(200);
    expectMembers(reply.json, members.record);
    expect(reply.json.success).toBe(true);
    expectMembers(reply.json.data, members.product);
    const { updated_at, ...rest } = reply.json.data;
    expect(rest).toEqual({ ...before, preco: 2.5, updated_at: undefined });
    expect(updated_at > before.updated_at).toBe(true);
    const all = { nome: 'Y', descricao: 'z', preco: 0, ativo: false };
    expect((await update(before.id, all)).json.data).toMatchObject({ id: before.id, ...all });
  });

  test('[PROD-21] an empty update changes only updated_at', async () => {
    const before = await createProduct();
    await pause(5);
    const { updated_at, ...rest } = (await update(before.id, {})).json.data;
    expect(rest).toEqual({ ...before, updated_at: undefined });
    expect(updated_at > before.updated_at).toBe(true);
  });

  test('[PROD-22] null removes the description', async () => {
    const { id } = await createProduct({ descricao: 'x' });
    expect((await update(id, { descricao: null })).json.data.descricao).toBeNull();
  });

  test('[PROD-23] an unknown product is `Produto não encontrado`', async () => {
    expectError(await update(word(), { preco: 1 }), 404, 'Produto não encontrado');
    expectError(await update(word(), {}), 404, 'Produto não encontrado');
  });

  test('[PROD-24] the id cannot be changed, unknown fields are ignored', async () => {
    const { id } = await createProduct();
    expect((await update(id, { id: word(), nada: 1 })).json.data.id).toBe(id);
  });

  test('[PROD-25] errors are issues with the members of the contract', async () => {
    const { id } = await createProduct();
    const small = { code: 'too_small', inclusive: true, exact: false, message: expect.stringMatching(/\S/) };
    const found = issues(await update(id, { nome: '', preco: -1 }));
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ ...small, type: 'string', minimum: 1, path: ['nome'] });
    expect(found).toContainEqual({ ...small, type: 'number', minimum: 0, path: ['preco'] });
  });

  test.for([
    ['nome', 7],
    ['nome', null],
    ['descricao', 7],
    ['preco', '10'],
    ['preco', null],
    ['preco', 1e300],
    ['ativo', 'false'],
  ] as const)('[PROD-26] %s as %j is refused on update', async ([field, value]) => {
    const { id } = await createProduct();
    const found = issues(await update(id, { [field]: value }));
    expect(found.map(({ path }) => path)).toEqual([[field]]);
  });

  test('[PROD-27] ativo can be set to false and to true again', async () => {
    const { id } = await createProduct();
    for (const ativo of [false, true]) expect((await update(id, { ativo })).json.data.ativo).toBe(ativo);
  });
});

describe('a product of a representada (extension)', () => {
  test('[PROD-30] has representada_id only while one is set', async () => {
    const { id: representada_id } = await createRepresentada();
    const product = await createProduct({ representada_id });
    expectMembers(product, members.productOfRepresentada);
    expect(product.representada_id).toBe(representada_id);
    expectMembers((await update(product.id, { nome: 'Z' })).json.data, members.productOfRepresentada);
    expectMembers((await update(product.id, { representada_id: null })).json.data, members.product);
    expect((await update(product.id, { representada_id })).json.data.representada_id).toBe(representada_id);
  });

  test('[PROD-31] an unknown representada is `Representada não encontrada`, and nothing is created', async () => {
    const body = productBody({ representada_id: unknownId() });
    expectError(await a.post('/products', body), 404, 'Representada não encontrada');
    expectError(await update(body.id, {}), 404, 'Produto não encontrado');
    const { id } = await createProduct();
    expectError(await update(id, { representada_id: unknownId() }), 404, 'Representada não encontrada');
    expectIssue(await update(id, { representada_id: 7 }), 'representada_id');
  });
});
