import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { a, b } from './api.ts';
import { punctuated, randomAlphanumericCnpj, randomCnpj, withWrongDigit } from './documents.ts';
import { expectError, expectIssue, expectMembers, expectTimestamp, issues, members, uuid } from './expectations.ts';
import {
  createClient,
  createProduct,
  createRepresentada,
  createSale,
  type Representada,
  representadaBody,
  saleBody,
  times,
  unknownId,
  word,
} from './records.ts';

const update = (id: string, changes: object) => a.put<Representada>(`/representadas/${id}`, changes);

const empty = { cnpj: '', email: '', telefone: '', endereco: '', cidade: '', estado: '', contato: '', observacao: '' };

describe('creating a representada (extension)', () => {
  test('[REP-01] needs only nome; the other fields are empty by default', async () => {
    const reply = await a.post<Representada>('/representadas', { nome: ' Indústria Ipê ' });
    expect(reply.status, reply.text).toBe(201);
    expectMembers(reply.json, members.record);
    expect(reply.json.success).toBe(true);
    expectMembers(reply.json.data, members.representada);
    expect(reply.json.data).toMatchObject({ nome: 'Indústria Ipê', ...empty, comissao: 0, ativo: true });
    expect(reply.json.data.id).toMatch(uuid);
    expectTimestamp(reply.json.data.created_at);
    expectTimestamp(reply.json.data.updated_at);
    expect(issues(await a.post('/representadas', {})).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'invalid_type nome',
    ]);
  });

  test('[REP-02] stores the sent fields, normalised', async () => {
    const cnpj = randomAlphanumericCnpj();
    const given = { email: 'Vendas@exemplo.com', endereco: 'Rua B', cidade: 'Itu', contato: 'Ana', observacao: 'x' };
    const body = {
      ...given,
      comissao: 7.5,
      ativo: false,
      cnpj: punctuated(cnpj).toLowerCase(),
      telefone: '(11) 3456-7890',
      estado: 'sp',
    };
    const normalised = { cnpj, telefone: '+551134567890', estado: 'SP', comissao: 7.5, ativo: false };
    expect(await createRepresentada(body)).toMatchObject({ ...given, ...normalised });
  });

  test('[REP-05] a codigo of the caller’s choice is unique in the company, found exactly, shown where it is set', async () => {
    const codigo = word();
    const made = await createRepresentada({ codigo });
    expect(made).toMatchObject({ codigo });
    expectError(
      await a.post('/representadas', representadaBody({ codigo })),
      409,
      'Já existe uma representada com este código',
    );
    const other = await createRepresentada();
    expect(other).not.toHaveProperty('codigo');
    expectError(await update(other.id, { codigo }), 409, 'Já existe uma representada com este código');
    expect((await b.post('/representadas', representadaBody({ codigo }))).status).toBe(201);
    const found = await a.get<{ id: string }[]>(`/representadas?codigo=${codigo}`);
    expect(found.json.data.map(({ id }) => id)).toEqual([made.id]);
    expect((await update(made.id, { codigo: null })).json.data).not.toHaveProperty('codigo');
    expect((await update(other.id, { codigo })).json.data).toMatchObject({ codigo });
    for (const wrong of ['', ' ', 'x'.repeat(51), 7]) expectIssue(await update(made.id, { codigo: wrong }), 'codigo');
  });

  test('[REP-03] a CNPJ is unique within the company, with or without punctuation', async () => {
    const cnpj = randomCnpj();
    await createRepresentada({ cnpj });
    for (const same of [cnpj, punctuated(cnpj)]) {
      expectError(await a.post('/representadas', representadaBody({ cnpj: same })), 409);
    }
    const other = await createRepresentada();
    expectError(await update(other.id, { cnpj }), 409);
  });

  test.for([
    ['nome', ''],
    ['nome', 7],
    ['nome', null],
    ['cnpj', '00000000000000'],
    ['cnpj', '123'],
    ['cnpj', withWrongDigit(randomCnpj())],
    ['cnpj', 7],
    ['email', 'abc'],
    ['telefone', 'abc'],
    ['estado', 'Minas'],
    ['endereco', 7],
    ['cidade', {}],
    ['contato', 7],
    ['observacao', []],
    ['comissao', '5'],
    ['comissao', 1e300],
    ['ativo', 'true'],
  ] as const)(
    '[REP-04] %s as %j is refused on creation and on update, with the field in path',
    async ([field, value]) => {
      const paths = [[field]];
      const created = issues(await a.post('/representadas', representadaBody({ [field]: value })));
      expect(created.map(({ path }) => path)).toEqual(paths);
      const { id } = await createRepresentada();
      expect(issues(await update(id, { [field]: value })).map(({ path }) => path)).toEqual(paths);
    },
  );
});

describe('updating a representada', () => {
  test('[REP-10] only the sent fields and updated_at change', async () => {
    const before = await createRepresentada({ cidade: 'Itu', comissao: 3 });
    await pause(5);
    const reply = await update(before.id, { ativo: false, observacao: 'encerrada' });
    expect(reply.status, reply.text).toBe(200);
    expectMembers(reply.json, members.record);
    expectMembers(reply.json.data, members.representada);
    const { updated_at, ...rest } = reply.json.data;
    expect(rest).toEqual({ ...before, ativo: false, observacao: 'encerrada', updated_at: undefined });
    expect(updated_at > before.updated_at).toBe(true);
    await pause(5);
    expect((await update(before.id, {})).json.data.updated_at > updated_at).toBe(true);
  });

  test('[REP-11] every field can be changed, and null empties a text field', async () => {
    const { id } = await createRepresentada();
    const texts = {
      cnpj: randomCnpj(),
      email: 'a@exemplo.com',
      endereco: 'x',
      cidade: 'y',
      contato: 'z',
      observacao: 'o',
    };
    const changes = { nome: 'Novo', ...texts, telefone: '+551134567890', estado: 'RJ', comissao: 2.25, ativo: false };
    expect((await update(id, changes)).json.data).toMatchObject(changes);
    const nulls = Object.fromEntries(Object.keys(empty).map((field) => [field, null]));
    expect((await update(id, nulls)).json.data).toMatchObject({ nome: 'Novo', ...empty, comissao: 2.25 });
  });

  test('[REP-12] an unknown representada is `Representada não encontrada`', async () => {
    expectError(await update(unknownId(), { ativo: false }), 404, 'Representada não encontrada');
  });

  test('[REP-13] an empty nome is `too_small`', async () => {
    const { id } = await createRepresentada();
    const issue = expectIssue(await update(id, { nome: ' ' }), 'nome');
    expect(issue).toMatchObject({ code: 'too_small', minimum: 1, type: 'string', inclusive: true, exact: false });
  });
});

describe('deleting a representada', () => {
  const refusedBySales = (n: number): string =>
    `Representada possui ${n} venda(s) associada(s) e não pode ser deletada`;
  const refusedByProducts = (n: number): string =>
    `Representada possui ${n} produto(s) associado(s) e não pode ser deletada`;

  test('[REP-20] answers with success and a message; the representada no longer exists', async () => {
    const { id, nome } = await createRepresentada({ nome: word() });
    const reply = await a.delete(`/representadas/${id}`);
    expect(reply.status).toBe(200);
    expectMembers(reply.json, members.deleted);
    expect(reply.json).toMatchObject({ success: true, message: expect.stringMatching(/\S/) });
    expectError(await a.delete(`/representadas/${id}`), 404, 'Representada não encontrada');
    expectError(await update(id, {}), 404, 'Representada não encontrada');
    expect((await a.get(`/representadas?search=${nome}`)).json.total).toBe(0);
    const client = await createClient();
    const sale = saleBody({ clienteId: client.id, representadaId: id });
    expectError(await a.post('/sales', sale), 404, 'Representada não encontrada');
  });

  test('[REP-21] an unknown representada is `Representada não encontrada`', async () => {
    expectError(await a.delete(`/representadas/${unknownId()}`), 404, 'Representada não encontrada');
  });

  test('[REP-22] with sales is refused with their number; the representada stays usable', async () => {
    const [client, { id }] = await Promise.all([createClient(), createRepresentada()]);
    const parties = { clienteId: client.id, representadaId: id };
    await createSale(parties);
    expectError(await a.delete(`/representadas/${id}`), 409, refusedBySales(1));
    await Promise.all(times(2, () => createSale(parties)));
    expectError(await a.delete(`/representadas/${id}`), 409, refusedBySales(3));
  });

  test('[REP-23] with products is refused until no product refers to it', async () => {
    const { id } = await createRepresentada();
    const products = await Promise.all(times(2, () => createProduct({ representada_id: id })));
    expectError(await a.delete(`/representadas/${id}`), 409, refusedByProducts(2));
    await a.put(`/products/${products[0]?.id}`, { representada_id: null });
    expectError(await a.delete(`/representadas/${id}`), 409, refusedByProducts(1));
    await a.put(`/products/${products[1]?.id}`, { representada_id: null });
    expect((await a.delete(`/representadas/${id}`)).status).toBe(200);
  });

  test('[REP-24] with sales and products is refused for the sales, and then for the products', async () => {
    const [client, { id }] = await Promise.all([createClient(), createRepresentada()]);
    await createProduct({ representada_id: id, ativo: false });
    const sale = await createSale({ clienteId: client.id, representadaId: id });
    expectError(await a.delete(`/representadas/${id}`), 409, refusedBySales(1));
    await a.delete(`/sales/${sale.id}`);
    expectError(await a.delete(`/representadas/${id}`), 409, refusedByProducts(1));
    await createSale({ clienteId: client.id, representadaId: id });
    await createProduct({ representada_id: id });
  });
});
