import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callWithin, headers as names, readClientStates } from '@representa/contracts';
import { asEmpresa, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClientsService, startClientsService } from '../clients-service.ts';

let service: ClientsService;
let empresa: string;
beforeAll(async () => {
  service = await startClientsService();
});
afterAll(() => service.stop());
beforeEach(() => {
  empresa = randomUUID();
  service.sales.asked.length = 0;
});

const create = async (nome: string, changes: object = {}): Promise<string> => {
  const email = `${randomUUID()}@exemplo.com.br`;
  const payload = {
    nome,
    email,
    telefone: '(11) 98765-4321',
    cidade: 'Santos',
    estado: 'SP',
    segunda: true,
    ...changes,
  };
  const created = await service.app.inject({
    method: 'POST',
    url: '/api/v1/clients',
    headers: asEmpresa(empresa),
    payload,
  });
  return created.json().data.id;
};
const read = (query: string) =>
  service.app.inject({ url: `/api/v1/reports/route?${query}`, headers: asEmpresa(empresa) });

test('the active clients of a day by name, with what sales knows of them', async () => {
  const padaria = await create('Padaria Central', { bairro: 'Centro', endereco: 'Rua das Flores, 100' });
  const acougue = await create('Açougue do Zé');
  await create('Inativo', { ativo: false });
  await create('De terça', { segunda: false, terca: true });
  service.sales.accounts.set(padaria, { ultima_compra: '2026-10-05', aberto: 150.5 });
  const common = { telefone: '+5511987654321', cidade: 'Santos', estado: 'SP' };
  expect((await read('dia=segunda')).json()).toEqual({
    data: [
      {
        ...{ cliente_id: acougue, codigo: 'CLI0002', cliente_nome: 'Açougue do Zé', ...common },
        ...{ endereco: null, bairro: '', ultima_compra: null, aberto: 0 },
      },
      {
        ...{ cliente_id: padaria, codigo: 'CLI0001', cliente_nome: 'Padaria Central', ...common },
        ...{ endereco: 'Rua das Flores, 100', bairro: 'Centro', ultima_compra: '2026-10-05', aberto: 150.5 },
      },
    ],
    limit: 20,
    next_cursor: null,
  });
  expect((await read('dia=quarta')).json().data).toEqual([]);
  const csv = await read('dia=segunda&formato=csv');
  expect(csv.headers['content-type']).toMatch(/^text\/csv/);
  expect(csv.body.split('\r\n')).toEqual([
    '\uFEFFcliente_id;codigo;cliente_nome;telefone;endereco;bairro;cidade;estado;ultima_compra;aberto',
    `${acougue};CLI0002;Açougue do Zé;(11) 98765-4321;;;Santos;SP;;0,00`,
    `${padaria};CLI0001;Padaria Central;(11) 98765-4321;"Rua das Flores, 100";Centro;Santos;SP;2026-10-05;150,50`,
    '',
  ]);
});

test('by cursor: each client once, and sales asked once for each page', async () => {
  const ids = [await create('Cliente 3'), await create('Cliente 1'), await create('Cliente 2')];
  const first = (await read('dia=segunda&limit=2')).json();
  expect(first.data.map((visit: { cliente_id: string }) => visit.cliente_id)).toEqual([ids[1], ids[2]]);
  const next = `cursor=${encodeURIComponent(first.next_cursor)}`;
  const last = (await read(`dia=segunda&limit=2&${next}`)).json();
  expect(last).toMatchObject({ data: [{ cliente_id: ids[0] }], next_cursor: null });
  expect(service.sales.asked).toEqual([2, 1]);
  expect((await read(`dia=terca&${next}`)).json()).toEqual({ error: 'Cursor inválido' });
  empresa = randomUUID();
  expect((await read(`dia=segunda&${next}`)).statusCode).toBe(400);
});

test('without an answer for every client it is a 503: no debt is shown as paid', async () => {
  await create('Padaria Central');
  service.sales.forgetsAccount = true;
  const answer = await read('dia=segunda');
  service.sales.forgetsAccount = false;
  expect([answer.statusCode, answer.json()]).toEqual([503, { error: 'Serviço indisponível' }]);
});

test('as a file it is whole, also for a caller that reads it after the deadline of its request', async () => {
  const sql = postgres(service.stack.databaseUrl('clients'), {
    max: 1,
    connection: { search_path: 'clients, extensions' },
  });
  // 8 MB: more than the buffers of a connection hold.
  const count = 4_000;
  await sql`
    insert into client
      (empresa_id, id, codigo, nome, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at, change, segunda)
    select ${empresa}, uuidv7(), 'C' || n, 'Bar', n || '.' || ${empresa} || '@x.com.br', '+551133334444',
      repeat('x', 2000), 'Lins', 'SP', true, now(), now(), n, true from generate_series(1, ${count}::int) n`;
  await sql.end();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const deadlineMs = 1_500;
  const began = performance.now();
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(
      {
        port,
        path: '/api/v1/reports/route?dia=segunda&formato=csv',
        headers: { ...asEmpresa(empresa), [names.timeout]: String(deadlineMs) },
      },
      resolve,
    ),
  );
  expect(response.statusCode).toBe(200);
  await until('the deadline has passed', () => performance.now() > began + deadlineMs);
  let text = '';
  for await (const chunk of response) text += chunk;
  expect(new Set(text.split('\r\n').map((line) => line.split(';')[1])).size).toBe(count + 2);
}, 60_000);

test.each([
  ['', 'dia'],
  ['dia=domingo', 'dia'],
  ['dia=segunda&limit=0', 'limit'],
  ['dia=segunda&formato=pdf', 'formato'],
  ['dia=segunda&cidade=Santos', 'cidade'],
  ['dia=segunda&formato=csv&cursor=abc', 'cursor'],
])('400 that names the parameter: %s', async (query, name) => {
  const refused = await read(query);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().details[0].path).toEqual([name]);
});

test('tells sales the states of clients', async () => {
  const ids = [await create('A de SP'), randomUUID(), await create('B de PE', { estado: 'PE' })];
  const ask = (empresa_id: string) =>
    service.sales.messaging.ask(readClientStates, { empresa_id, ids }, callWithin(2_000));
  expect(await ask(empresa)).toEqual(['SP', null, 'PE']);
  expect(await ask(randomUUID())).toEqual([null, null, null]);
});

test('503 while sales does not answer, as JSON and as a file; an empty route needs no answer', async () => {
  await create('Cliente');
  await service.sales.messaging.close();
  for (const formato of ['json', 'csv']) {
    const refused = await read(`dia=segunda&formato=${formato}`);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({ error: 'Serviço indisponível' });
  }
  expect((await read('dia=sexta')).statusCode).toBe(200);
});
