import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectError, expectIssue, expectMembers, issues, members } from './expectations.ts';
import { type Client, createClient, unknownId, type WholeClient, word } from './records.ts';

const update = (id: string, changes: object) => a.put<WholeClient>(`/clients/${id}`, changes);

describe('updating a client', () => {
  test('[CLIUP-01] answers 200 with all fields; fields without a value are empty', async () => {
    const client = await createClient();
    await pause(5);
    const reply = await update(client.id, { nome: 'Novo nome' });
    expect(reply.status, reply.text).toBe(200);
    expectMembers(reply.json, members.record);
    expect(reply.json.success).toBe(true);
    expectMembers(reply.json.data, members.wholeClient);
    const days = { segunda: false, terca: false, quarta: false, quinta: false, sexta: false };
    const { updated_at, ...unchanged } = { ...client, nome: 'Novo nome', bairro: '', observacao: '', ...days };
    expect(reply.json.data).toMatchObject(unchanged);
    expect(reply.json.data.updated_at > updated_at).toBe(true);
  });

  test('[CLIUP-02] changes and stores every sent field', async () => {
    const { id } = await createClient();
    const changes = {
      codigo: word(),
      nome: 'Armazém Boa Vista',
      email: `${word()}@exemplo.com.br`,
      telefone: '+5521987654321',
      cnpj_cpf: '11222333000181',
      endereco: 'Av. Brasil, 500',
      bairro: 'Centro',
      cidade: 'Niterói',
      estado: 'RJ',
      observacao: 'Entregar\nde manhã',
      ativo: false,
      segunda: true,
      terca: false,
      quarta: true,
      quinta: false,
      sexta: true,
    };
    expect((await update(id, changes)).json.data).toMatchObject(changes);
    expect((await update(id, { segunda: false })).json.data).toMatchObject({ ...changes, segunda: false });
  });

  test('[CLIUP-03] an empty update changes nothing but updated_at', async () => {
    const { id } = await createClient();
    const before = (await update(id, { bairro: 'Sul' })).json.data;
    await pause(5);
    const { updated_at, ...rest } = (await update(id, {})).json.data;
    expect(rest).toEqual({ ...before, updated_at: undefined });
    expect(updated_at > before.updated_at).toBe(true);
    expect(rest.created_at).toBe(before.created_at);
  });

  test('[CLIUP-04] the list shows the change without the fields that only an update shows', async () => {
    const { id } = await createClient();
    const changed = (await update(id, { nome: word(), bairro: 'Sul', segunda: true, observacao: 'x' })).json.data;
    const { json } = await a.get<Client[]>(`/clients?search=${changed.nome}`);
    expectMembers(json.data[0] ?? {}, members.client);
    expect(changed).toMatchObject(json.data[0] ?? {});
  });

  test('[CLIUP-05] null or blanks clear cnpj_cpf and endereco, and null empties bairro and observacao', async () => {
    const { id } = await createClient({ cnpj_cpf: '52998224725', endereco: 'Rua A' });
    await update(id, { bairro: 'Sul', observacao: 'x' });
    const { json } = await update(id, { cnpj_cpf: null, endereco: null, bairro: null, observacao: null });
    expect(json.data).toMatchObject({ cnpj_cpf: null, endereco: null, bairro: '', observacao: '' });
    await update(id, { cnpj_cpf: '52998224725', endereco: 'Rua A' });
    const { json: blank } = await update(id, { cnpj_cpf: '', endereco: ' ' });
    expect(blank.data).toMatchObject({ cnpj_cpf: null, endereco: null });
  });

  test('[CLIUP-15] null empties cidade; telefone and estado are emptied or refused, never null', async () => {
    const { id } = await createClient();
    expect((await update(id, { cidade: null })).json.data.cidade).toBe('');
    for (const field of ['telefone', 'estado'] as const) {
      const reply = await update(id, { [field]: null });
      if (reply.status === 200) expect(reply.json.data[field]).toBe('');
      else expectIssue(reply, field);
    }
  });

  test('[CLIUP-16] null is a wrong value of a flag, not a missing one', async () => {
    const { id } = await createClient();
    for (const field of ['ativo', 'segunda']) {
      expect(issues(await update(id, { [field]: null }))).toEqual([
        { code: 'invalid_type', message: 'Deve ser verdadeiro ou falso', path: [field] },
      ]);
    }
  });

  test('[CLIUP-06] an unknown client is `Cliente não encontrado`', async () => {
    expectError(await update(unknownId(), { nome: 'x' }), 404, 'Cliente não encontrado');
    expectError(await update(unknownId(), {}), 404, 'Cliente não encontrado');
  });

  test('[CLIUP-07] a malformed email is an `invalid_string` of validation email', async () => {
    const { id } = await createClient();
    const reply = await update(id, { email: 'abc' });
    expect(issues(reply)).toEqual([
      { code: 'invalid_string', validation: 'email', message: 'Formato de email inválido', path: ['email'] },
    ]);
  });

  test('[CLIUP-08] nome may have one character; an empty nome is `too_small`', async () => {
    const { id } = await createClient();
    expect((await update(id, { nome: 'A' })).json.data.nome).toBe('A');
    for (const nome of ['', '   ']) {
      expect(issues(await update(id, { nome }))).toEqual([
        {
          code: 'too_small',
          minimum: 1,
          type: 'string',
          inclusive: true,
          exact: false,
          message: expect.stringMatching(/\S/),
          path: ['nome'],
        },
      ]);
    }
  });

  test('[CLIUP-09] the codigo of another client is a 409, its own codigo is accepted', async () => {
    const [one, other] = await Promise.all([createClient(), createClient()]);
    expectError(await update(other.id, { codigo: one.codigo }), 409);
    expect((await update(one.id, { codigo: ` ${one.codigo} ` })).json.data.codigo).toBe(one.codigo);
  });

  test('[CLIUP-10] a refused update changes nothing, updated_at included', async () => {
    const [one, other] = await Promise.all([createClient({ nome: word() }), createClient()]);
    issues(await update(one.id, { nome: 'Outro', email: 'abc' }));
    expectError(await update(one.id, { nome: 'Outro', email: other.email }), 409);
    expectError(await update(one.id, { nome: 'Outro', codigo: other.codigo }), 409);
    expect((await a.get<Client[]>(`/clients?search=${one.nome}`)).json.data).toEqual([one]);
  });

  test('[CLIUP-11] unknown fields are ignored, and generated fields cannot be set', async () => {
    const client = await createClient();
    const { json } = await update(client.id, { id: unknownId(), created_at: '2001-01-01T00:00:00Z', nada: 1 });
    expect(json.data).toMatchObject({ id: client.id, created_at: client.created_at });
    expectMembers(json.data, members.wholeClient);
  });

  test('[CLIUP-12] ativo can be set to false and to true again', async () => {
    const { id } = await createClient();
    for (const ativo of [false, true]) expect((await update(id, { ativo })).json.data.ativo).toBe(ativo);
  });

  test.for([
    ['nome', 7],
    ['nome', null],
    ['email', 7],
    ['email', null],
    ['telefone', 11987654321],
    ['cnpj_cpf', 7],
    ['endereco', ['x']],
    ['bairro', {}],
    ['cidade', 7],
    ['estado', 7],
    ['observacao', 7],
    ['codigo', 7],
    ['ativo', 'true'],
    ['segunda', 1],
    ['terca', 'sim'],
    ['quarta', {}],
    ['quinta', []],
    ['sexta', 0],
  ] as const)('[CLIUP-13] %s as %j is refused, with the field in path', async ([field, value]) => {
    const { id } = await createClient();
    const issue = expectIssue(await update(id, { [field]: value }), field);
    expect(issue.path).toEqual([field]);
  });

  test('[CLIUP-14] an id is found in upper case too', async () => {
    const { id } = await createClient();
    expect((await update(id.toUpperCase(), {})).json.data.id).toBe(id);
  });
});
