import { expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError } from './expectations.ts';
import { createClient, createProduct, createRepresentada, createSale, unknownId, word } from './records.ts';

test('[READ-01] a sale is as its creation showed it, with items, both names and updated_at', async () => {
  const [client, representada] = [await createClient(), await createRepresentada()];
  const sale = await createSale({ clienteId: client.id, representadaId: representada.id });
  const { status, body } = await a.client.GET('/api/v1/sales/{id}', { params: { path: { id: sale.id } } });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      data: {
        ...sale,
        cliente_nome: client.nome,
        representada_nome: representada.nome,
        updated_at: sale.created_at,
      },
    },
  ]);
});

test('[READ-02] a client has all its fields', async () => {
  const { id } = await createClient();
  const params = { path: { id } };
  const updated = await a.client.PUT('/api/v1/clients/{id}', { params, body: { bairro: 'Centro', quinta: true } });
  const { status, body } = await a.client.GET('/api/v1/clients/{id}', { params });
  expect([status, body]).toEqual([200, updated.body]);
});

test('[READ-03] a product and a representada are the same as in the reply of their creation', async () => {
  const product = await createProduct({ id: `a/b ç% ${word()}` });
  const representada = await createRepresentada();
  const shownProduct = await a.client.GET('/api/v1/products/{id}', { params: { path: { id: product.id } } });
  expect(shownProduct.body).toEqual({ success: true, data: product });
  const { body } = await a.client.GET('/api/v1/representadas/{id}', { params: { path: { id: representada.id } } });
  expect(body).toEqual({ success: true, data: representada });
});

test.each([
  ['sales', 'Venda não encontrada'],
  ['clients', 'Cliente não encontrado'],
  ['products', 'Produto não encontrado'],
  ['representadas', 'Representada não encontrada'],
])('[READ-04] an unknown id of %s is a 404', async (resource, message) => {
  expectError(await a.get(`/${resource}/${unknownId()}`), 404, message);
  expectError(await a.get(`/${resource}/no-uuid`), 404, message);
});

test('[READ-05] a record of another company is a 404', async () => {
  const [client, representada, product] = [await createClient(), await createRepresentada(), await createProduct()];
  const sale = await createSale({ clienteId: client.id, representadaId: representada.id });
  const paths = [
    `/clients/${client.id}`,
    `/representadas/${representada.id}`,
    `/products/${product.id}`,
    `/sales/${sale.id}`,
  ];
  for (const path of paths) expect((await b.get(path)).status).toBe(404);
});
