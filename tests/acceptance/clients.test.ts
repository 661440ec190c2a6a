import { describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectError, expectMembers, expectTimestamp, fieldErrors, members, required, uuid } from './expectations.ts';
import {
  type Client,
  clientBody,
  createClient,
  createRepresentada,
  createSale,
  saleBody,
  times,
  unknownId,
  type WholeClient,
  word,
} from './records.ts';

describe('creating a client', () => {
  test('[CLIENT-01] answers 201 with exactly the fields of creation; fields that were not sent are null', async () => {
    const body = clientBody();
    const reply = await a.post<Client>('/clients', body);
    expect(reply.status, reply.text).toBe(201);
    expectMembers(reply.json, members.record);
    expect(reply.json.success).toBe(true);
    const client = reply.json.data;
    expectMembers(client, members.client);
    expect(client).toMatchObject({ ...body, telefone: '+5511987654321', cnpj_cpf: null, endereco: null, ativo: true });
    expect(client.id).toMatch(uuid);
    expect(client.codigo).toMatch(/^CLI\d{4,}$/);
    expectTimestamp(client.created_at);
    expectTimestamp(client.updated_at);
  });

  test('[CLIENT-02] stores the sent fields', async () => {
    const given = { codigo: word(), cnpj_cpf: '529.982.247-25', endereco: 'Rua São Bento, 10 – fundos', ativo: false };
    expect(await createClient(given)).toMatchObject({ ...given, cnpj_cpf: '52998224725' });
  });

  test('[CLIENT-03] reports exactly the missing required fields, with `Campo obrigatório`', async () => {
    expect(fieldErrors(await a.post('/clients', {}))).toEqual({
      nome: required,
      email: required,
      telefone: required,
      cidade: required,
      estado: required,
    });
    expect(fieldErrors(await a.post('/clients', clientBody({ estado: undefined })))).toEqual({ estado: required });
  });

  test('[CLIENT-04] nome has 3 to 255 characters after trimming', async () => {
    for (const nome of ['ab', '', '   ', '  ab  ', 'x'.repeat(256)]) {
      expect(Object.keys(fieldErrors(await a.post('/clients', clientBody({ nome }))))).toEqual(['nome']);
    }
    for (const nome of ['abc', 'é'.repeat(255)]) expect((await createClient({ nome })).nome).toBe(nome);
    expect((await createClient({ nome: '  Bar do Zé \n' })).nome).toBe('Bar do Zé');
  });

  test('[CLIENT-05] cidade is not empty', async () => {
    for (const cidade of ['', '  ']) {
      expect(Object.keys(fieldErrors(await a.post('/clients', clientBody({ cidade }))))).toEqual(['cidade']);
    }
  });

  test('[CLIENT-06] a taken codigo is a 409, and is free after its client was deleted', async () => {
    const client = await createClient({ codigo: ` ${word()} ` });
    expect(client.codigo).toBe(client.codigo.trim());
    expectError(await a.post('/clients', clientBody({ codigo: client.codigo })), 409);
    await a.delete(`/clients/${client.id}`);
    expect((await createClient({ codigo: client.codigo })).codigo).toBe(client.codigo);
  });

  test('[CLIENT-07] unknown fields are ignored, and id and timestamps are generated', async () => {
    const foreign = { id: unknownId(), created_at: '2001-01-01T00:00:00Z', empresa_id: unknownId(), nada: { x: [1] } };
    const body = clientBody({ ...foreign, segunda: true, bairro: 'Centro' });
    const client = (await a.post<Client>('/clients', body)).json.data;
    expectMembers(client, members.client);
    expect(client.id).not.toBe(foreign.id);
    expectTimestamp(client.created_at);
  });

  test('[CLIENT-08] several errors are all reported', async () => {
    const reply = await a.post('/clients', { ...clientBody(), email: 'x', telefone: 'y', estado: 'zzz', nome: 'a' });
    const details = fieldErrors(reply);
    expect(Object.keys(details).sort()).toEqual(['email', 'estado', 'nome', 'telefone']);
    expect(details.email).toBe('Formato de email inválido');
  });

  test.for([
    ['nome', 7],
    ['nome', null],
    ['email', 7],
    ['email', null],
    ['telefone', 11987654321],
    ['telefone', null],
    ['cidade', true],
    ['cidade', null],
    ['cnpj_cpf', 52998224725],
    ['endereco', ['x']],
    ['codigo', 7],
    ['codigo', {}],
    ['ativo', 'true'],
    ['ativo', 1],
  ] as const)('[CLIENT-09] %s as %j is refused', async ([field, value]) => {
    expect(Object.keys(fieldErrors(await a.post('/clients', clientBody({ [field]: value }))))).toEqual([field]);
  });

  test('[CLIENT-10] bairro, observacao and weekdays are stored, and not in the reply of the creation', async () => {
    const further = { bairro: 'Centro', observacao: 'Entregar de manhã', segunda: true, sexta: true };
    const client = await createClient(further);
    expectMembers(client, members.client);
    expect((await a.get<WholeClient>(`/clients/${client.id}`)).json.data).toMatchObject({ ...further, terca: false });
  });

  test('[CLIENT-11] null in an optional text field counts as left out', async () => {
    const client = await createClient({ codigo: null, cnpj_cpf: null, endereco: null, bairro: null, observacao: null });
    expect(client).toMatchObject({ codigo: expect.stringMatching(/^CLI\d{4,}$/), cnpj_cpf: null, endereco: null });
  });
});

describe('deleting a client', () => {
  test('[CLIENT-20] answers with success and a message; the client no longer exists', async () => {
    const client = await createClient();
    const reply = await a.delete(`/clients/${client.id}`);
    expect(reply.status).toBe(200);
    expectMembers(reply.json, members.deleted);
    expect(reply.json).toMatchObject({ success: true, message: expect.stringMatching(/\S/) });
    expectError(await a.delete(`/clients/${client.id}`), 404, 'Cliente não encontrado');
    expectError(await a.put(`/clients/${client.id}`, {}), 404, 'Cliente não encontrado');
    expect((await a.get(`/clients?search=${client.email}`)).json.total).toBe(0);
    const representada = await createRepresentada();
    const sale = saleBody({ clienteId: client.id, representadaId: representada.id });
    expectError(await a.post('/sales', sale), 404, 'Cliente não encontrado ou inativo');
    expect((await createClient({ email: client.email })).email).toBe(client.email);
  });

  test('[CLIENT-21] an unknown client is `Cliente não encontrado`', async () => {
    expectError(await a.delete(`/clients/${unknownId()}`), 404, 'Cliente não encontrado');
  });

  test('[CLIENT-22] a client with sales is not deleted and stays usable; the message has the number of sales', async () => {
    const [client, representada] = await Promise.all([createClient(), createRepresentada()]);
    const parties = { clienteId: client.id, representadaId: representada.id };
    const sales = [await createSale(parties)];
    const refused = (n: number): string => `Cliente possui ${n} venda(s) associada(s) e não pode ser deletado`;
    expectError(await a.delete(`/clients/${client.id}`), 409, refused(1));
    sales.push(...(await Promise.all(times(2, () => createSale(parties)))));
    expectError(await a.delete(`/clients/${client.id}`), 409, refused(3));
    for (const sale of sales.slice(1)) await a.delete(`/sales/${sale.id}`);
    expectError(await a.delete(`/clients/${client.id}`), 409, refused(1));
    await a.delete(`/sales/${sales[0]?.id}`);
    expect((await a.delete(`/clients/${client.id}`)).status).toBe(200);
  });

  test('[CLIENT-23] an inactive client with sales is not deleted', async () => {
    const [client, representada] = await Promise.all([createClient(), createRepresentada()]);
    await createSale({ clienteId: client.id, representadaId: representada.id });
    expect((await a.put<Client>(`/clients/${client.id}`, { ativo: false })).json.data.ativo).toBe(false);
    expectError(
      await a.delete(`/clients/${client.id}`),
      409,
      'Cliente possui 1 venda(s) associada(s) e não pode ser deletado',
    );
  });
});
