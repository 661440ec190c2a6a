import { beforeAll, describe, expect, test } from 'vitest';
import { a, prefix } from './api.ts';
import { expectFieldError, expectIssue } from './expectations.ts';
import { keyed, sendRaw } from './raw.ts';
import {
  clientBody,
  createClient,
  createParties,
  createProduct,
  item,
  type Parties,
  productBody,
  representadaBody,
  saleBody,
} from './records.ts';

interface Case {
  method: 'post' | 'put';
  path: string;
  field: string;
  body: (value: string) => object;
}

let parties: Parties;
const ids = { client: '', product: '' };
beforeAll(async () => {
  parties = await createParties();
  ids.client = (await createClient()).id;
  ids.product = (await createProduct()).id;
});

const clientFields = ['nome', 'email', 'telefone', 'cidade', 'cnpj_cpf', 'endereco', 'codigo'];
const representadaFields = [
  'nome',
  'cnpj',
  'email',
  'telefone',
  'endereco',
  'cidade',
  'estado',
  'contato',
  'observacao',
];
const fieldsOf = (fields: string[], rest: Omit<Case, 'field' | 'body'>, whole: (changes: object) => object): Case[] =>
  fields.map((field) => ({ ...rest, field, body: (value) => whole({ [field]: value }) }));

/** Every string field of every operation. */
const cases: Case[] = [
  ...fieldsOf(clientFields, { method: 'post', path: '/clients' }, clientBody),
  ...fieldsOf(
    [...clientFields, 'estado', 'bairro', 'observacao'],
    { method: 'put', path: '/clients/{client}' },
    (x) => x,
  ),
  ...fieldsOf(['id', 'nome', 'descricao'], { method: 'post', path: '/products' }, productBody),
  ...fieldsOf(['nome', 'descricao'], { method: 'put', path: '/products/{product}' }, (x) => x),
  ...fieldsOf(representadaFields, { method: 'post', path: '/representadas' }, representadaBody),
  ...fieldsOf(representadaFields, { method: 'put', path: '/representadas/{representada}' }, (x) => x),
  ...fieldsOf(['pedido', 'status'], { method: 'post', path: '/sales' }, (changes) => saleBody(parties, changes)),
  {
    method: 'post',
    path: '/sales',
    field: 'itens.0.produtoId',
    body: (value) => saleBody(parties, { itens: [item(1, 1, value)] }),
  },
];

const expectRefused = async ({ method, path, field, body }: Case, value: string): Promise<void> => {
  const address = path
    .replace('{client}', ids.client)
    .replace('{product}', ids.product)
    .replace('{representada}', parties.representadaId);
  const reply = await a[method](address, body(value));
  if (method === 'post' && ['/sales', '/clients'].includes(path)) expectFieldError(reply, field);
  else expectIssue(reply, field);
};

describe.each(cases)('$method $path $field', (one) => {
  test('[TEXT-01] refuses a NUL byte', async () => {
    await expectRefused(one, 'abc\u0000def');
    await expectRefused(one, '\u0000');
  });

  test('[TEXT-02] refuses a lone surrogate', async () => {
    await expectRefused(one, 'abc\ud800');
    await expectRefused(one, '\udc00abc');
  });

  test('[TEXT-03] refuses a text above the maximum length', async () => {
    await expectRefused(one, 'x'.repeat(300_000));
  });
});

test('[TEXT-04] emoji, accents and right-to-left text are returned as sent', async () => {
  for (const nome of ['Doçaria 😀 Ação', '日本商店', 'שלום עולם', 'e\u0301ric', 'a\u200db\u2028c']) {
    const created = await createClient({ nome });
    expect(created.nome).toBe(nome);
    const { id } = created;
    expect((await a.get<{ nome: string }>(`/clients/${id}`)).json.data.nome).toBe(nome);
    const listed = (await a.get<{ id: string; nome: string }[]>('/clients?limit=100')).json.data;
    expect(listed).toContainEqual(expect.objectContaining({ id, nome }));
  }
});

test('[TEXT-06] a name has no character that separates the texts that are searched', async () => {
  for (const nome of ['Mercado\u001eSão José', 'Mercado\u001fSão José']) {
    expectFieldError(await a.post('/clients', clientBody({ nome })), 'nome');
    expectIssue(await a.post('/products', productBody({ nome })), 'nome');
    expectIssue(await a.post('/representadas', representadaBody({ nome })), 'nome');
  }
});

test('[TEXT-07] a name or a code of invisible characters is refused', async () => {
  for (const value of ['\u200b\u200b\u200b', '\u2060\u00ad\u3164']) {
    for (const field of ['nome', 'codigo', 'cidade'])
      expectFieldError(await a.post('/clients', clientBody({ [field]: value })), field);
    for (const field of ['id', 'nome']) expectIssue(await a.post('/products', productBody({ [field]: value })), field);
    expectIssue(await a.post('/representadas', representadaBody({ nome: value })), 'nome');
    expectFieldError(await a.post('/sales', saleBody(parties, { pedido: value })), 'pedido');
  }
});

test('[TEXT-05] a NUL byte or broken UTF-8 in a query parameter is never a 500', async () => {
  for (const path of ['/clients', '/products', '/representadas']) {
    const get = (search: string) => sendRaw({ path: `${prefix}${path}?search=${search}`, headers: keyed() });
    for (const search of ['%00', 'a%00b']) expect((await get(search)).status).toBe(400);
    for (const search of ['%ff', '%ed%a0%80', '%', '%ZZ', 'açaí'])
      expect([200, 400]).toContain((await get(search)).status);
  }
});
