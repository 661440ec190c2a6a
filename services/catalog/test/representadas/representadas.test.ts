import { randomUUID } from 'node:crypto';
import { representadaBody } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';
import { freshCnpj } from '../cnpjs.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(() => {
  api = catalog.empresa();
});

const iso8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const everything = () => ({
  nome: 'Indústria Aurora Ltda.',
  cnpj: freshCnpj(),
  email: 'vendas@aurora.com.br',
  telefone: '+5511987654321',
  endereco: 'Rua das Flores, 10',
  cidade: 'São Paulo',
  estado: 'SP',
  contato: 'José da Silva',
  observacao: 'Paga em dia\n ',
  comissao: 7.5,
  ativo: false,
});

const texts = ['cnpj', 'email', 'telefone', 'endereco', 'cidade', 'estado', 'contato', 'observacao'] as const;
const unset = Object.fromEntries(texts.map((field) => [field, '']));

test('only a name is needed, and every field comes back', async () => {
  const { status, body } = await api.post('/representadas', { nome: ' Aurora ' });
  expect(status).toBe(201);
  expect(body).toEqual({
    success: true,
    data: {
      ...unset,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nome: 'Aurora',
      comissao: 0,
      ativo: true,
      created_at: expect.stringMatching(iso8601),
      updated_at: body.data.created_at,
    },
  });
});

test('every field can be given at first and later', async () => {
  const given = everything();
  expect((await api.post('/representadas', { ...given, delete_pending: true })).status).toBe(400);
  const created = await api.post('/representadas', { ...given, id: randomUUID() });
  expect(created.status).toBe(201);
  expect(created.body.data).toEqual({
    ...given,
    id: created.body.data.id,
    created_at: created.body.data.created_at,
    updated_at: created.body.data.created_at,
  });

  const changed = {
    ...everything(),
    nome: 'Boreal',
    email: 'oi@boreal.com.br',
    telefone: '+551133334444',
    endereco: 'Av. Brasil, 1',
    cidade: 'Rio de Janeiro',
    estado: 'RJ',
    contato: 'Ana',
    observacao: 'Nova',
    comissao: 12.345678,
    ativo: true,
  };
  const ignored = {
    id: randomUUID(),
    empresa_id: randomUUID(),
    nome_revision: 7,
    delete_pending: true,
    search_text: '',
  };
  const updated = await api.put(`/representadas/${created.body.data.id}`, { ...changed, ...ignored });
  expect(updated.status).toBe(200);
  expect(updated.body).toEqual({
    success: true,
    data: { ...created.body.data, ...changed, updated_at: updated.body.data.updated_at },
  });
  expect(updated.body.data.updated_at > created.body.data.updated_at).toBe(true);
});

test('what has a usual form is stored in it', async () => {
  const { body } = await api.post('/representadas', {
    nome: 'Aurora',
    cnpj: ' 12.abc.345/01de-35 ',
    email: ' Vendas@Aurora.com.br ',
    telefone: '(11) 98765-4321',
    estado: ' sp ',
    cidade: ' Santos ',
    contato: ' Ana ',
  });
  expect(body.data).toMatchObject({
    cnpj: '12ABC34501DE35',
    email: 'Vendas@Aurora.com.br',
    telefone: '+5511987654321',
    estado: 'SP',
    cidade: 'Santos',
    contato: 'Ana',
  });
});

test('null and blanks stand for a text that is not there', async () => {
  for (const nothing of [null, '', '   ']) {
    const blank = Object.fromEntries(texts.map((field) => [field, nothing]));
    const created = await api.post('/representadas', { nome: 'Aurora', ...blank });
    expect([nothing, created.status]).toEqual([nothing, 201]);
    expect(created.body.data).toMatchObject(unset);
    const { body: full } = await api.post('/representadas', everything());
    const updated = await api.put(`/representadas/${full.data.id}`, blank);
    expect([nothing, updated.status]).toEqual([nothing, 200]);
    expect(updated.body.data).toEqual({ ...full.data, ...unset, updated_at: updated.body.data.updated_at });
  }
});

test('an update changes only what it sends, and moves updated_at also when it sends nothing', async () => {
  const { body: created } = await api.post('/representadas', everything());
  let last = created.data;
  for (const changes of [{}, { observacao: 'Fechada' }, {}, { ativo: true }, { comissao: 0 }, { cnpj: '' }, {}]) {
    const { status, body } = await api.put(`/representadas/${last.id}`, changes);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...last, ...changes, updated_at: body.data.updated_at });
    expect(body.data.updated_at > last.updated_at).toBe(true);
    last = body.data;
  }
});

test.each<[string, string, unknown]>([
  ['nome', 'empty', ''],
  ['nome', 'blank', '  '],
  ['nome', 'null', null],
  ['nome', 'too long', 'x'.repeat(256)],
  ['nome', 'with NUL', 'a\0'],
  ['nome', 'with half a character', 'a\ud800'],
  ['cnpj', 'with wrong check digits', '11222333000182'],
  ['cnpj', 'a CPF', '52998224725'],
  ['cnpj', 'all zeros', '00000000000000'],
  ['cnpj', 'a number', 11222333000181],
  ['email', 'malformed', 'aurora@'],
  ['telefone', 'no number', 'call me'],
  ['estado', 'a word', 'São Paulo'],
  ['endereco', 'too long', 'x'.repeat(501)],
  ['endereco', 'with NUL', '\0'],
  ['cidade', 'too long', 'x'.repeat(101)],
  ['contato', 'too long', 'x'.repeat(256)],
  ['observacao', 'too long', 'x'.repeat(5_001)],
  ['observacao', 'with half a character', '\udc00'],
  ['comissao', 'negative', -0.01],
  ['comissao', 'above a hundred', 100.000001],
  ['comissao', 'enormous', 1e300],
  ['comissao', 'a text', '7'],
  ['comissao', 'null', null],
  ['ativo', 'a text', 'false'],
  ['ativo', 'null', null],
])('%s cannot be %s', async (field, _kind, value) => {
  const refusal = {
    error: 'Dados de entrada inválidos',
    details: [expect.objectContaining({ code: expect.any(String), message: expect.any(String), path: [field] })],
  };
  const created = await api.post('/representadas', { nome: 'Aurora', [field]: value });
  expect([created.status, created.body]).toEqual([400, refusal]);

  const { body: good } = await api.post('/representadas', everything());
  const updated = await api.put(`/representadas/${good.data.id}`, { [field]: value });
  expect([updated.status, updated.body]).toEqual([400, refusal]);
});

test('a body without a name is told so', async () => {
  for (const body of [{}, undefined, [], null]) {
    const { status, body: told } = await api.post('/representadas', body);
    expect([status, told.error]).toEqual([400, 'Dados de entrada inválidos']);
  }
  expect((await api.post('/representadas', {})).body.details).toEqual([
    { code: 'invalid_type', message: 'Campo obrigatório', path: ['nome'] },
  ]);
});

test.each([
  ['0.1', '0.1'],
  ['33.3333335', '33.333334'],
  ['33.33333349', '33.333333'],
  ['1e-7', '0'],
  ['99.9999999', '100'],
  ['100', '100'],
  ['-0', '0'],
])('a commission of %s is kept as %s', async (written, kept) => {
  const created = await api.post('/representadas', `{"nome":"Aurora","comissao":${written}}`);
  expect(created.text).toContain(`"comissao":${kept},`);
  const updated = await api.put(`/representadas/${created.body.data.id}`, `{"comissao":${written}}`);
  expect(updated.text).toContain(`"comissao":${kept},`);
});

test('a CNPJ is taken once in a company, and none is never taken', async () => {
  const cnpj = freshCnpj('12ABC');
  const taken = [409, { error: 'Já existe uma representada com este CNPJ' }];
  const { body: first } = await api.post('/representadas', representadaBody({ cnpj }));
  const again = await api.post('/representadas', representadaBody({ cnpj: cnpj.toLowerCase() }));
  expect([again.status, again.body]).toEqual(taken);
  const { body: second } = await api.post('/representadas', representadaBody());
  expect((await api.post('/representadas', representadaBody({ cnpj: '' }))).status).toBe(201);

  const update = await api.put(`/representadas/${second.data.id}`, { cnpj, ativo: false });
  expect([update.status, update.body]).toEqual(taken);
  expect((await api.put(`/representadas/${first.data.id}`, { cnpj })).status).toBe(200);
  expect((await catalog.empresa().post('/representadas', representadaBody({ cnpj }))).status).toBe(201);

  expect((await api.put(`/representadas/${first.data.id}`, { cnpj: null })).status).toBe(200);
  expect((await api.put(`/representadas/${second.data.id}`, { cnpj })).status).toBe(200);
  expect((await api.get('/representadas')).body.total).toBe(3);
  expect((await api.get('/representadas?ativo=true')).body.total).toBe(3);
});

test('of twenty creations with one CNPJ at a time, one succeeds and is counted', async () => {
  const body = representadaBody({ cnpj: freshCnpj() });
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/representadas', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  expect((await api.get('/representadas')).body.total).toBe(1);
});

test('an id that is none, is unknown or belongs to another company does not exist', async () => {
  const { body } = await catalog.empresa().post('/representadas', representadaBody());
  for (const id of ['x', randomUUID(), body.data.id, '%00', 'x'.repeat(10_000), `${body.data.id}x`]) {
    for (const answer of [
      await api.put(`/representadas/${id}`, { nome: 'Roubada' }),
      await api.delete(`/representadas/${id}`),
    ]) {
      expect([id, answer.status, answer.body]).toEqual([id, 404, { error: 'Representada não encontrada' }]);
    }
  }
  expect(await catalog.sales.find(api.empresa_id, body.data.id)).toBeNull();
});

test('without the secret of the gateway nothing is told', async () => {
  const { body } = await api.post('/representadas', representadaBody());
  const answers = await Promise.all([
    catalog.asStranger('GET', '/representadas'),
    catalog.asStranger('DELETE', `/representadas/${body.data.id}`),
    catalog.asStranger('POST', '/products'),
  ]);
  expect(answers).toEqual([401, 401, 401]);
});
