import { beforeAll, describe, expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError } from './expectations.ts';
import {
  type Client,
  clientBody,
  createClient,
  createProduct,
  createRepresentada,
  createSale,
  type Product,
  productBody,
  type Representada,
  type Sale,
  type SaleSummary,
  saleBody,
  word,
} from './records.ts';

// Company A owns the records. Company B tries to use them.
const tag = word();
let client: Client;
let representada: Representada;
let product: Product;
let sale: Sale;

beforeAll(async () => {
  client = await createClient({ nome: tag, codigo: `c${tag}`, cidade: tag });
  representada = await createRepresentada({ nome: tag, cidade: tag });
  product = await createProduct({ id: tag, nome: tag, descricao: tag, representada_id: representada.id });
  sale = await createSale({ clienteId: client.id, representadaId: representada.id }, { pedido: tag });
});

describe("another company's record does not exist", () => {
  test('[ISO-01] a client cannot be updated or deleted', async () => {
    expectError(await b.put(`/clients/${client.id}`, { nome: 'roubado' }), 404, 'Cliente não encontrado');
    expectError(await b.put(`/clients/${client.id}`, {}), 404, 'Cliente não encontrado');
    expectError(await b.delete(`/clients/${client.id}`), 404, 'Cliente não encontrado');
    expect((await a.get<Client[]>(`/clients?search=${tag}`)).json.data).toEqual([client]);
  });

  test('[ISO-02] a product cannot be updated', async () => {
    expectError(await b.put(`/products/${product.id}`, { preco: 0 }), 404, 'Produto não encontrado');
    expectError(await b.put(`/products/${product.id}`, {}), 404, 'Produto não encontrado');
    expect((await a.get<Product[]>(`/products?search=${tag}`)).json.data).toEqual([product]);
  });

  test('[ISO-03] a representada cannot be updated or deleted, and the number of its sales is not revealed', async () => {
    expectError(await b.put(`/representadas/${representada.id}`, { ativo: false }), 404, 'Representada não encontrada');
    expectError(await b.delete(`/representadas/${representada.id}`), 404, 'Representada não encontrada');
    expect((await a.get<Representada[]>(`/representadas?search=${tag}`)).json.data).toEqual([representada]);
  });

  test('[ISO-04] a sale cannot be deleted', async () => {
    expectError(await b.delete(`/sales/${sale.id}`), 404, 'Venda não encontrada');
    expect((await a.delete(`/sales/${sale.id}`)).status).toBe(200);
    sale = await createSale({ clienteId: client.id, representadaId: representada.id }, { pedido: tag });
  });

  test('[ISO-05] a client or representada cannot be used in a sale', async () => {
    const body = saleBody({ clienteId: client.id, representadaId: representada.id });
    expectError(await b.post('/sales', body), 404);
    const refused = 'Cliente possui 1 venda(s) associada(s) e não pode ser deletado';
    expectError(await a.delete(`/clients/${client.id}`), 409, refused);
  });

  test('[ISO-06] lists and searches do not show it', async () => {
    for (const path of ['/clients', '/products', '/representadas']) {
      expect((await b.get(`${path}?search=${tag}`)).json).toMatchObject({ data: [], total: 0 });
      const { data } = (await b.get<{ id: string }[]>(`${path}?limit=100`)).json;
      const own = [client.id, product.id, representada.id];
      expect(data.filter(({ id }) => own.includes(id))).toEqual([]);
    }
    const { data } = (await b.get<SaleSummary[]>('/sales?limit=100')).json;
    expect(data.filter((one) => one.id === sale.id || one.cliente_nome === tag)).toEqual([]);
    expect((await b.get(`/products?representada_id=${representada.id}`)).json.data).toEqual([]);
  });

  test('[ISO-07] stays usable for its company after an attempt to delete it', async () => {
    const [own, other] = await Promise.all([createClient(), createRepresentada()]);
    await Promise.all([b.delete(`/clients/${own.id}`), b.delete(`/representadas/${other.id}`)]);
    await createSale({ clienteId: own.id, representadaId: other.id });
  });
});

test('[ISO-08] an email or product id of another company is taken, and the error reveals nothing else', async () => {
  expectError(await b.post('/products', productBody({ id: product.id })), 409, 'Já existe um produto com este ID');
  const taken = clientBody({ email: client.email.toUpperCase(), codigo: word() });
  expectError(await b.post('/clients', taken), 409, 'Email já cadastrado no sistema');
});
