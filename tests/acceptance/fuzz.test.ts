import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { a, prefix } from './api.ts';
import { keyed, sendRaw } from './raw.ts';
import {
  clientBody,
  createParties,
  createProduct,
  item,
  type Parties,
  productBody,
  representadaBody,
  saleBody,
  word,
} from './records.ts';

// Every reply is held to D1 as it is read (reply.ts): no 5xx, always JSON, always the shape of an error, no internals.
const settings = { seed: 20_260_101, numRuns: 40, endOnFailure: true };
const allowed = [200, 201, 400, 404, 409];

let parties: Parties;
let product: string;
beforeAll(async () => {
  parties = await createParties();
  product = (await createProduct()).id;
});

const bodyOperations = [
  { name: 'POST /sales', method: 'POST', path: () => '/sales', whole: () => saleBody(parties, { pedido: word() }) },
  {
    name: 'POST /clients',
    method: 'POST',
    path: () => '/clients',
    whole: () => clientBody({ cnpj_cpf: '52998224725', ativo: true }),
  },
  {
    name: 'PUT /clients',
    method: 'PUT',
    path: () => `/clients/${parties.clienteId}`,
    whole: () => clientBody({ bairro: 'x', segunda: true }),
  },
  {
    name: 'POST /products',
    method: 'POST',
    path: () => '/products',
    whole: () => productBody({ descricao: 'x', representada_id: parties.representadaId }),
  },
  {
    name: 'PUT /products',
    method: 'PUT',
    path: () => `/products/${product}`,
    whole: () => ({ nome: 'x', descricao: 'x', preco: 1, ativo: true }),
  },
  {
    name: 'POST /representadas',
    method: 'POST',
    path: () => '/representadas',
    whole: () => representadaBody({ comissao: 1, cidade: 'x' }),
  },
  {
    name: 'PUT /representadas',
    method: 'PUT',
    path: () => `/representadas/${parties.representadaId}`,
    whole: () => representadaBody({ cnpj: '', comissao: 1 }),
  },
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\u0000', '\ud800', '', ' ', '%', "'", '\\u0000', 'null'),
);
const number = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(1e308, 5e-324, -0, 2 ** 53, 1e21));
const anyValue = fc.oneof(text, number, fc.jsonValue({ maxDepth: 3 }));

describe.each(bodyOperations)('$name', ({ method, path, whole }) => {
  const send = async (body: string): Promise<void> => {
    const reply = await a.send(method, path(), { headers: { 'content-type': 'application/json' }, body });
    expect(allowed, reply.text).toContain(reply.status);
  };

  test('[FUZZ-01] any JSON at all', async () => {
    await fc.assert(fc.asyncProperty(fc.json({ maxDepth: 4 }), send), settings);
  });

  test('[FUZZ-02] a good body with any value in any one field', async () => {
    const changed = fc.tuple(fc.nat(), anyValue).map(([which, value]) => {
      const body: Record<string, unknown> = whole();
      const fields = Object.keys(body);
      return JSON.stringify({ ...body, [fields[which % fields.length] ?? '']: value });
    });
    await fc.assert(fc.asyncProperty(changed, send), settings);
  });

  test('[FUZZ-03] bytes that may be JSON', async () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    const property = fc.asyncProperty(bytes, async (body) => {
      const headers = keyed({ 'content-type': 'application/json' });
      const reply = await sendRaw({ method, path: `${prefix}${path()}`, headers, body });
      expect(allowed, reply.text).toContain(reply.status);
    });
    await fc.assert(property, { ...settings, numRuns: 25 });
  });
});

test('[FUZZ-04] a sale with any amounts', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.tuple(anyValue, anyValue, anyValue), { maxLength: 4 }),
    async (rows) => {
      const itens = rows.map(([quantidade, valorUnitario, produtoId]) => item(quantidade, valorUnitario, produtoId));
      expect(allowed).toContain((await a.post('/sales', saleBody(parties, { itens }))).status);
    },
  );
  await fc.assert(property, { ...settings, numRuns: 100 });
});

const resources = ['sales', 'clients', 'products', 'representadas'];

test('[FUZZ-05] any query', async () => {
  const names = fc.oneof(
    fc.constantFrom('page', 'limit', 'search', 'ativo', 'representada_id'),
    fc.string({ maxLength: 8 }),
  );
  const query = fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 4 });
  const property = fc.asyncProperty(fc.constantFrom(...resources), query, async (resource, pairs) => {
    expect([200, 400]).toContain((await a.get(`/${resource}?${new URLSearchParams(pairs)}`)).status);
  });
  await fc.assert(property, { ...settings, numRuns: 100 });
});

test('[FUZZ-06] any id, encoded or not', async () => {
  // What a request line can carry: visible ASCII, and bytes of UTF-8.
  const raw = fc.stringMatching(/^[!-~à-ÿ]{1,40}$/);
  const encoded = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map(encodeURIComponent);
  const operation = fc.constantFrom('PUT', 'DELETE', 'GET', 'PATCH');
  const property = fc.asyncProperty(
    operation,
    fc.constantFrom(...resources),
    fc.oneof(raw, encoded),
    async (method, resource, id) => {
      const headers = keyed({ 'content-type': 'application/json' });
      const reply = await sendRaw({
        method,
        path: `${prefix}/${resource}/${id}`,
        headers,
        ...(method === 'PUT' && { body: '{}' }),
      });
      expect([...allowed, 415], reply.text).toContain(reply.status);
    },
  );
  await fc.assert(property, { ...settings, numRuns: 150 });
});
