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

// reply.ts checks decision 1 on every reply: no 5xx, always JSON, the shape of an error, no internals.
const settings = { seed: 20_260_101, numRuns: 40, endOnFailure: true };
const allowed = [200, 201, 400, 404, 409];

let parties: Parties;
let product: string;
beforeAll(async () => {
  parties = await createParties();
  product = (await createProduct()).id;
});

const bodyOperations = [
  { name: 'POST /sales', method: 'POST', path: () => '/sales', validBody: () => saleBody(parties, { pedido: word() }) },
  {
    name: 'POST /clients',
    method: 'POST',
    path: () => '/clients',
    validBody: () => clientBody({ cnpj_cpf: '52998224725', ativo: true }),
  },
  {
    name: 'PUT /clients',
    method: 'PUT',
    path: () => `/clients/${parties.clienteId}`,
    validBody: () => clientBody({ bairro: 'x', segunda: true }),
  },
  {
    name: 'POST /products',
    method: 'POST',
    path: () => '/products',
    validBody: () => productBody({ descricao: 'x', representada_id: parties.representadaId }),
  },
  {
    name: 'PUT /products',
    method: 'PUT',
    path: () => `/products/${product}`,
    validBody: () => ({ nome: 'x', descricao: 'x', preco: 1, ativo: true }),
  },
  {
    name: 'POST /representadas',
    method: 'POST',
    path: () => '/representadas',
    validBody: () => representadaBody({ comissao: 1, cidade: 'x' }),
  },
  {
    name: 'PUT /representadas',
    method: 'PUT',
    path: () => `/representadas/${parties.representadaId}`,
    validBody: () => representadaBody({ cnpj: '', comissao: 1 }),
  },
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\u0000', '\ud800', '', ' ', '%', "'", '\\u0000', 'null'),
);
const number = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(1e308, 5e-324, -0, 2 ** 53, 1e21));
const anyValue = fc.oneof(text, number, fc.jsonValue({ maxDepth: 3 }));

describe.each(bodyOperations)('$name', ({ method, path, validBody }) => {
  const send = async (body: string): Promise<void> => {
    const reply = await a.send(method, path(), { headers: { 'content-type': 'application/json' }, body });
    expect(allowed, reply.text).toContain(reply.status);
  };

  test('[FUZZ-01] any JSON', async () => {
    await fc.assert(fc.asyncProperty(fc.json({ maxDepth: 4 }), send), settings);
  });

  test('[FUZZ-02] a valid body with any value in one field', async () => {
    const changed = fc.tuple(fc.nat(), anyValue).map(([which, value]) => {
      const body: Record<string, unknown> = validBody();
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
  // A request line can contain visible ASCII and bytes of UTF-8.
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
      expect([...allowed, 405, 415], reply.text).toContain(reply.status);
    },
  );
  await fc.assert(property, { ...settings, numRuns: 150 });
});
