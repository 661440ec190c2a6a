import { expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError } from './expectations.ts';
import {
  createClient,
  createProduct,
  createRepresentada,
  createSale,
  type Product,
  type Representada,
  type Sale,
  unknownId,
  type WholeClient,
  word,
} from './records.ts';

test('[READ-01] a sale is as its creation showed it, with items, both names and updated_at', async () => {
  const [client, representada] = [await createClient(), await createRepresentada()];
  const sale = await createSale({ clienteId: client.id, representadaId: representada.id });
  const { status, json } = await a.get<Sale>(`/sales/${sale.id}`);
  expect([status, json]).toEqual([
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
  const { json: updated } = await a.put<WholeClient>(`/clients/${id}`, { bairro: 'Centro', quinta: true });
  const { status, json } = await a.get<WholeClient>(`/clients/${id}`);
  expect([status, json]).toEqual([200, updated]);
});

test('[READ-03] a product and a representada are the same as in the reply of their creation', async () => {
  const product = await createProduct({ id: `a/b ç% ${word()}` });
  const representada = await createRepresentada();
  const { json: shownProduct } = await a.get<Product>(`/products/${encodeURIComponent(product.id)}`);
  expect(shownProduct).toEqual({ success: true, data: product });
  const { json: shownRepresentada } = await a.get<Representada>(`/representadas/${representada.id}`);
  expect(shownRepresentada).toEqual({ success: true, data: representada });
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
