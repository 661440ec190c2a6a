import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asEmpresa, clientBody, until } from '@representa/testing';
import { readXlsx } from 'hucre/xlsx';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { client } from '../../src/clients/clients.schemas.ts';
import { type ClientsService, startClientsService } from '../clients-service.ts';

let service: ClientsService;
let empresa: string;

beforeAll(async () => {
  service = await startClientsService();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.stop());
beforeEach(() => {
  empresa = randomUUID();
});

const send = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object | string | Buffer,
  type = 'application/json',
) =>
  service.app.inject({
    method,
    url: `/api/v1/clients${path}`,
    headers: { ...asEmpresa(empresa), ...(payload && { 'content-type': type }) },
    ...(payload && { payload }),
  });
const create = async (changes: object) => {
  const answer = await send('POST', '', clientBody(changes));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const rowsOf = (csv: string) => csv.trimEnd().split('\r\n').slice(1);

test('every field of every client, the newest first, and only of this company', async () => {
  await create({ codigo: 'A', nome: '=HYPERLINK("x")', observacao: 'duas\nlinhas', sexta: true });
  await create({ codigo: 'B', ativo: false });
  const answer = await send('GET', '/export');
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="clients.csv"',
  ]);
  expect(answer.body.split('\r\n')[0]).toBe(`\ufeff${Object.keys(client.reply.shape).join(';')}`);
  const [b, a] = rowsOf(answer.body);
  expect(b).toMatch(/^[\da-f-]{36};B;.*;\(11\) 98765-4321;.*;false;false;false;false;false;false;/);
  expect(a).toMatch(/^[\da-f-]{36};A;"'=HYPERLINK\(""x""\)";/);
  expect(a).toContain('"duas\nlinhas";true;false;false;false;false;true;');
  const other = await service.app.inject({ url: '/api/v1/clients/export', headers: asEmpresa() });
  expect(rowsOf(other.body)).toEqual([]);
});

test('with the filters of the list, as a sheet, and nothing unknown', async () => {
  await create({ codigo: 'A', nome: 'Padaria Sol' });
  await create({ codigo: 'B', nome: 'Mercado Lua' });
  expect(rowsOf((await send('GET', '/export?search=pada')).body)).toHaveLength(1);
  const sheet = await send('GET', '/export?formato=xlsx');
  expect(sheet.headers['content-type']).toContain('spreadsheetml');
  const { sheets } = await readXlsx(sheet.rawPayload);
  expect(sheets[0]?.rows.map((row) => row[2])).toEqual(['nome', 'Mercado Lua', 'Padaria Sol']);
  const { created_at } = (await send('GET', '?search=lua')).json().data[0];
  expect(sheets[0]?.rows[1]?.at(-2)).toEqual(new Date(created_at));
  const refused = await Promise.all(
    ['formato=pdf', 'formato=', 'page=1', 'formato=csv&formato=csv'].map((query) => send('GET', `/export?${query}`)),
  );
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
});

test('in the order of the list', async () => {
  const names = ['b', 'Ã', 'c', 'ab', 'Ç'];
  for (const nome of names) await create({ nome: `${nome} Mercado` });
  for (const ordenar of ['nome', '-nome', '-created_at']) {
    const listed = (await send('GET', `?ordenar=${ordenar}`)).json().data;
    const rows = rowsOf((await send('GET', `/export?ordenar=${ordenar}`)).body);
    expect(rows.map((row) => row.slice(0, 36))).toEqual(listed.map(({ id }: { id: string }) => id));
  }
  const refused = ['ordenar=data', 'ordenar=', 'ordenar=nome&ordenar=nome'];
  for (const query of refused) expect((await send('GET', `/export?${query}`)).statusCode).toBe(400);
});

test('an export can be imported again, and changes nothing', async () => {
  const { id } = await create({
    codigo: 'A',
    nome: "''=1;2",
    observacao: ' "x"\r\n;',
    cnpj_cpf: '11222333000181',
    terca: true,
  });
  await create({ nome: '-Bar', endereco: "=A1,=B1,'-2", bairro: "'tis" });
  // Of each form.
  for (const telefone of ['+14155552671', '0800 777 1234', '4004-1234', '(55) 3333-4444']) await create({ telefone });
  await send('PUT', `/${id}`, { observacao: '+1' });
  const exported = (await send('GET', '/export')).body;
  expect(exported).not.toMatch(/;'?\+\d\d/);
  const again = await send('POST', '/import', exported, 'text/csv');
  expect(again.json()).toEqual({ success: true, data: { criados: 0, atualizados: 0, inalterados: 6 } });
});

test('so can an export of clients with values that only an update accepts', async () => {
  const short = await create({ codigo: 'A', nome: 'Bar' });
  const emptied = await create({ codigo: 'B', observacao: 'fiado' });
  await create({ codigo: 'C' });
  expect((await send('PUT', `/${short.id}`, { nome: 'X' })).statusCode).toBe(200);
  const nulls = { telefone: null, cidade: null, estado: null };
  expect((await send('PUT', `/${emptied.id}`, nulls)).statusCode).toBe(200);
  const exported = (await send('GET', '/export')).rawPayload;
  const again = await send('POST', '/import', exported, 'text/csv');
  expect(again.json()).toEqual({ success: true, data: { criados: 0, atualizados: 0, inalterados: 3 } });

  const renamed = exported.toString().replace(';A;X;', ';A;Y;').replace(';fiado;', ';à vista;');
  const changed = await send('POST', '/import', renamed, 'text/csv');
  expect(changed.json()).toEqual({ success: true, data: { criados: 0, atualizados: 2, inalterados: 1 } });
  expect((await send('GET', `/${short.id}`)).json().data.nome).toBe('Y');
  expect((await send('GET', `/${emptied.id}`)).json().data).toMatchObject({
    telefone: '',
    cidade: '',
    estado: '',
    observacao: 'à vista',
  });

  const unknown = exported.toString().replace(';A;', ';A2;').replace(';B;', ';B2;');
  const refused = await send('POST', '/import', unknown, 'text/csv');
  const email = 'Email já cadastrado no sistema';
  expect([refused.statusCode, refused.json().details]).toEqual([
    400,
    {
      total: 2,
      linhas: [
        {
          linha: 3,
          campos: { telefone: 'Campo obrigatório', cidade: 'Campo obrigatório', estado: 'Campo obrigatório', email },
        },
        { linha: 4, campos: { nome: 'Deve ter pelo menos 3 caracteres', email } },
      ],
    },
  ]);
});

test('pages follow each other without gaps, and a slow reader holds no database connection', async () => {
  const sql = postgres(service.stack.databaseUrl('clients'), {
    max: 1,
    connection: { search_path: 'clients, extensions' },
  });
  // 8 MB: more than the buffers of a connection hold.
  const count = 4_000;
  await sql`
    insert into client
      (empresa_id, id, codigo, nome, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at, change)
    select ${empresa}, uuidv7(), 'C' || n, 'Bar', n || '.' || ${empresa} || '@x.com.br', '+551133334444',
      repeat('x', 2000), 'Lins', 'SP', true, now(), now(), n from generate_series(1, ${count}::int) n`;
  const { port } = service.app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve) =>
    get({ port, path: '/api/v1/clients/export?ordenar=nome', headers: asEmpresa(empresa) }, resolve),
  );
  const busy = async () =>
    (
      await sql`select count(*)::int as n from pg_stat_activity where usename = 'clients' and state <> 'idle' and pid <> pg_backend_pid()`
    )[0]?.n;
  await until('it waits for its reader', async () => (await busy()) === 0);
  const codes = new Set<string>();
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() as string;
    for (const line of lines) codes.add(line.split(';')[1] as string);
  }
  expect(codes.size).toBe(count + 1);
  await sql.end();
}, 60_000);
