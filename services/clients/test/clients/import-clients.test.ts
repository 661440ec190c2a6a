import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { asEmpresa, cpuMs, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ClientsService, startClientsService } from '../clients-service.ts';

let service: ClientsService;
let sql: ReturnType<typeof postgres>;
let empresa: string;

beforeAll(async () => {
  service = await startClientsService();
  sql = postgres(service.stack.databaseUrl('clients'), { max: 1, connection: { search_path: 'clients' } });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sql.end();
  await service.stop();
});
beforeEach(() => {
  empresa = randomUUID();
});

const header = 'codigo;nome;email;telefone;cidade;estado';
const line = (codigo: string, changes: { nome?: string; email?: string; telefone?: string; estado?: string } = {}) => {
  const { nome = 'Mercado São José', email = `${codigo || randomUUID().slice(0, 8)}.${empresa}@exemplo.com.br` } =
    changes;
  return [codigo, nome, email, changes.telefone ?? '(11) 98765-4321', 'São Paulo', changes.estado ?? 'SP'].join(';');
};
const file = (...lines: string[]) => `${[header, ...lines].join('\r\n')}\r\n`;

/** As they come from a socket. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

const importFile = async (body: string | Buffer | Readable, query = '', of = empresa) => {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/clients/import${query}`,
    headers: { ...asEmpresa(of), 'content-type': 'text/csv' },
    payload: body instanceof Readable ? body : Readable.from(chunksOf(Buffer.from(body)), { objectMode: false }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const counts = (criados: number, atualizados: number, inalterados: number) => ({
  status: 200,
  body: { success: true, data: { criados, atualizados, inalterados } },
});
const get = async (path: string) =>
  (await service.app.inject({ url: `/api/v1/clients${path}`, headers: asEmpresa(empresa) })).json();
const total = async () => (await get('')).total;
const staged = async () => (await sql`select count(*)::int as n from import_row`)[0]?.n;

/** How often an index was used, and how many entries were read. Connections tell it at the latest when they end. */
const readsOf = async (index: string): Promise<{ idx_scan: number; idx_tup_read: number }> => {
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
  const [reads] = await sql<[{ idx_scan: number; idx_tup_read: number }]>`
    select idx_scan::int, idx_tup_read::int from pg_stat_user_indexes where indexrelname = ${index}`;
  return reads;
};

describe('a file of clients', () => {
  test('creates, updates by codigo, and leaves the rest as it is', async () => {
    expect(await importFile(file(line('A1'), line('A2'), line('')))).toEqual(counts(3, 0, 0));
    expect(await importFile(file(line('A1'), line('A2', { nome: 'Padaria' }), line('A3')))).toEqual(counts(1, 1, 1));
    const { data } = await get('?limit=10');
    expect(data.map(({ codigo, nome }: { codigo: string; nome: string }) => [codigo, nome])).toEqual([
      ['A3', 'Mercado São José'],
      ['CLI0001', 'Mercado São José'],
      ['A2', 'Padaria'],
      ['A1', 'Mercado São José'],
    ]);
    expect(await total()).toBe(4);
    expect(await staged()).toBe(0);
  });

  test('may come with any Idempotency-Key, which has no effect', async () => {
    for (const key of ['file 1', 'file-1', 'file-1']) {
      const answer = await service.app.inject({
        method: 'POST',
        url: '/api/v1/clients/import',
        headers: { ...asEmpresa(empresa), 'content-type': 'text/csv', 'idempotency-key': key },
        payload: file(line('A1')),
      });
      expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
    expect(await total()).toBe(1);
  });

  test('numbers the changes one by one, raises versions, and goes on where single writes stopped', async () => {
    await importFile(file(line('A1'), line('A2')));
    await importFile(file(line('A2', { nome: 'Padaria' }), line('A3')));
    const one = await service.app.inject({
      method: 'POST',
      url: '/api/v1/clients',
      headers: asEmpresa(empresa),
      payload: { nome: 'Último', email: `${randomUUID()}@x.com.br`, telefone: '1133334444', cidade: 'X', estado: 'SP' },
    });
    expect(one.json().data.codigo).toBe('CLI0001');
    const { data } = await get('/changes');
    expect(data.map(({ registro }: { registro: { codigo: string } }) => registro.codigo)).toEqual([
      'A1',
      'A3',
      'A2',
      'CLI0001',
    ]);
    const rows =
      await sql`select codigo, version, change::int from client where empresa_id = ${empresa} order by change`;
    expect(rows.map(({ version, change }) => [version, change])).toEqual([
      [1, 1],
      [1, 3],
      [2, 4],
      [1, 5],
    ]);
  });

  test('generates codes around those that are taken, in the company and in the file', async () => {
    await importFile(file(line('CLI0002')));
    expect(await importFile(file(line(''), line('CLI0003'), line(''), line('')))).toEqual(counts(4, 0, 0));
    const { data } = await get('?limit=10');
    expect(data.map(({ codigo }: { codigo: string }) => codigo).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `CLI000${n}`),
    );
  });

  test('looks at few codes for each that it generates, also where every second one is taken', async () => {
    const taken = Array.from({ length: 100 }, (_, n) => line(`CLI${String(2 * n + 1).padStart(4, '0')}`));
    await importFile(file(...taken));
    const { idx_scan: before } = await readsOf('client_codigo_key');
    expect(await importFile(file(...Array.from({ length: 50 }, () => line(''))))).toEqual(counts(50, 0, 0));
    expect((await readsOf('client_codigo_key')).idx_scan - before).toBeLessThan(50 * 20);
    expect((await get('?limit=1')).data[0].codigo).toBe('CLI0100');
  });

  test('in Windows-1252 with commas, accents and capitals in its header, and yes in Portuguese', async () => {
    const text = `CÓDIGO,Nome,E-MAIL,Telefone,Cidade,Estado,Observação,TERÇA\n`.replace('E-MAIL', 'Email');
    const row = `A1,"Açougue ""Zé""",${randomUUID()}@x.com.br,1133334444,Brasília,df,"duas\nlinhas",Sim\n`;
    expect(await importFile(Buffer.from(text + row, 'latin1'))).toEqual(counts(1, 0, 0));
    const [{ id }] = (await get('')).data;
    expect((await get(`/${id}`)).data).toMatchObject({
      nome: 'Açougue "Zé"',
      cidade: 'Brasília',
      estado: 'DF',
      observacao: 'duas\nlinhas',
      terca: true,
      quarta: false,
    });
  });

  test('an empty cell leaves the value of a client as it is', async () => {
    const email = `${randomUUID()}@x.com.br`;
    const columns = `${header};observacao;ativo\n`;
    await importFile(`${columns}A1;Bar;${email};1133334444;Lins;SP;fiado;não\n`);
    expect(await importFile(`${columns}A1;Bar;${email};1133334444;Lins;SP;;\n`)).toEqual(counts(0, 0, 1));
    const [{ id }] = (await get('')).data;
    expect((await get(`/${id}`)).data).toMatchObject({ observacao: 'fiado', ativo: false });
  });

  test("so do empty cells that a new client must have, and the row follows the update's rules", async () => {
    await importFile(file(line('A1'), line('A2'), line('A3')));
    const emails = (await get('?limit=10')).data.map(({ email }: { email: string }) => email);
    expect(await importFile(file('A1;;;;;', 'A2;X;;;;', line('A3')))).toEqual(counts(0, 1, 2));
    const { data } = await get('?limit=10');
    expect(data.map(({ nome, email }: { nome: string; email: string }) => [nome, email])).toEqual([
      ['Mercado São José', emails[0]],
      ['X', emails[1]],
      ['Mercado São José', emails[2]],
    ]);
    // The email of a row that leaves the rest as it is.
    const taken = await importFile(
      file(`A1;;${emails[1].toUpperCase()};;;`, `A2;X;${emails[0]};;;`, `A3;X;${emails[0]};;;`),
    );
    expect(taken.body.details).toEqual({
      total: 3,
      linhas: [
        { linha: 2, campos: { email: 'Email já cadastrado no sistema' } },
        { linha: 3, campos: { email: 'Email já cadastrado no sistema' } },
        { linha: 4, campos: { email: 'Repetido no arquivo' } },
      ],
    });
    const faulty = await importFile(file('A1;X;x;;;', 'A4;X;x;;;', ';X;x;;;'));
    const newClient = {
      nome: 'Deve ter pelo menos 3 caracteres',
      email: 'Formato de email inválido',
      telefone: 'Campo obrigatório',
      cidade: 'Campo obrigatório',
      estado: 'Campo obrigatório',
    };
    expect(faulty.body.details).toEqual({
      total: 3,
      linhas: [
        { linha: 2, campos: { email: 'Formato de email inválido' } },
        { linha: 3, campos: newClient },
        { linha: 4, campos: newClient },
      ],
    });
    expect(await staged()).toBe(0);
  });

  test('simular counts and writes nothing', async () => {
    expect(await importFile(file(line('A1')), '?simular=true')).toEqual(counts(1, 0, 0));
    expect(await sql`select from change_sequence where empresa_id = ${empresa}`).toHaveLength(0);
    await importFile(file(line('A1')));
    expect(await importFile(file(line('A1', { nome: 'Outro' }), line('A2')), '?simular=true')).toEqual(counts(1, 1, 0));
    expect((await get('')).data.map(({ nome }: { nome: string }) => nome)).toEqual(['Mercado São José']);
    expect((await importFile(file(line('A1')), '?simular=talvez')).status).toBe(400);
  });

  test("simular does not wait for the company's writes, nor they for it: it counts what there is as it begins", async () => {
    await importFile(file(line('A1')));
    const writer = postgres(service.stack.databaseUrl('clients'), {
      max: 1,
      connection: { search_path: 'clients, extensions' },
    });
    onTestFinished(() => writer.end());
    await writer.begin(async (transaction) => {
      await transaction`select from change_sequence where empresa_id = ${empresa} for update`;
      expect(await importFile(file(line('A1'), line('A2')), '?simular=true')).toEqual(counts(1, 0, 1));
    });
    let answer: ReturnType<typeof importFile> | undefined;
    await writer.begin(async (transaction) => {
      await transaction`lock table client`;
      answer = importFile(file(line('A1'), line('A2')), '?simular=true');
      await until('the dry run has begun', async () => {
        const waiting = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%import_rows%'`;
        return waiting.count > 0;
      });
      await transaction`delete from client where empresa_id = ${empresa}`;
    });
    expect(await answer).toEqual(counts(1, 0, 1));
  });

  test('tells sales the new names before it answers', async () => {
    await importFile(file(line('A1'), line('A2')));
    await importFile(file(line('A1', { nome: 'Novo nome' }), line('A2')));
    const [renamed] = (await get('')).data.filter(({ codigo }: { codigo: string }) => codigo === 'A1');
    expect(service.sales.names.get(renamed.id)).toBe('Novo nome');
  });

  test('looks only at its own clients for new names, however many renames others have pending', async () => {
    const codes = Array.from({ length: 200 }, (_, n) => `A${n}`);
    const named = (nome: string) => file(...codes.map((code) => line(code, { nome })));
    // Plans are made while nothing is pending, and stay.
    await importFile(named('Mercado'));
    await sql`vacuum analyze client`;
    await importFile(named('Padaria'));
    const other = randomUUID();
    await sql`
      insert into client (empresa_id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at,
        change, rename_pending, pending_since)
      select ${other}, n, n, ${other} || n, '', '', '', true, now(), now(), n, true, now() + interval '1 hour'
      from generate_series(1, 1000) n`;
    const { idx_tup_read: before } = await readsOf('client_unfinished');
    expect(await importFile(named('Empório'))).toEqual(counts(0, 200, 0));
    expect((await readsOf('client_unfinished')).idx_tup_read - before).toBeLessThan(2_000);
    await sql`delete from client where empresa_id = ${other}`;
  });

  test("does not wait for another client's rename that sales has not acknowledged", async () => {
    await importFile(file(line('A1')));
    const [{ id }] = (await get('')).data;
    service.sales.refusesNames = true;
    onTestFinished(() => {
      service.sales.refusesNames = false;
    });
    const renamed = await service.app.inject({
      method: 'PUT',
      url: `/api/v1/clients/${id}`,
      headers: asEmpresa(empresa),
      payload: { nome: 'Novo nome' },
    });
    expect(renamed.statusCode).toBe(503);
    expect(await importFile(file(line('B1')))).toEqual(counts(1, 0, 0));
  });

  test('repeated after sales did not answer, tells sales the names that it does not have yet', async () => {
    await importFile(file(line('A1'), line('A2')));
    const renamed = file(line('A1', { nome: 'Novo nome' }), line('A2', { nome: 'Outro nome' }));
    service.sales.refusesNames = true;
    onTestFinished(() => {
      service.sales.refusesNames = false;
    });
    expect((await importFile(renamed)).status).toBe(503);
    service.sales.refusesNames = false;
    expect(await importFile(renamed)).toEqual(counts(0, 0, 2));
    const names = (await get('')).data.map(({ id }: { id: string }) => service.sales.names.get(id));
    expect(names).toEqual(['Outro nome', 'Novo nome']);
  });

  test('another company has its own codes', async () => {
    await importFile(file(line('A1')));
    expect(await importFile(file(line('A1', { email: `${randomUUID()}@x.com.br` })), '', randomUUID())).toEqual(
      counts(1, 0, 0),
    );
    expect(await total()).toBe(1);
  });
});

describe('bad input', () => {
  const refuses = async (payload: string | Buffer, details?: unknown) => {
    const answer = await importFile(payload);
    expect([answer.status, answer.body.error]).toEqual([400, 'Dados de entrada inválidos']);
    if (details) expect(answer.body.details).toEqual(details);
    expect([await total(), await staged()]).toEqual([0, 0]);
    return answer.body.details;
  };

  test('each faulty row with its line, and nothing is written', async () => {
    await refuses(file(line('A1'), line('A2', { email: 'x', estado: 'São Paulo' }), line('A3', { telefone: '' })), {
      total: 2,
      linhas: [
        {
          linha: 3,
          campos: {
            email: 'Formato de email inválido',
            estado: 'Estado inválido. Use sigla com 2 letras (ex: SP, RJ)',
          },
        },
        { linha: 4, campos: { telefone: 'Campo obrigatório' } },
      ],
    });
  });

  test('at most 100 faulty rows are named, and all are counted', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => line(`A${i}`, { email: 'x' }));
    const details = await refuses(file(...rows));
    expect([details.total, details.linhas.length, details.linhas[99].linha]).toEqual([1_000, 100, 101]);
  });

  test('conflicts with the file and with the records that there are', async () => {
    const taken = `${randomUUID()}@exemplo.com.br`;
    await importFile(file(line('X', { email: taken })), '', randomUUID());
    await refuses(
      file(line('A1'), line('A1', { email: `${randomUUID()}@x.com.br` }), line('A2', { email: taken.toUpperCase() })),
      {
        total: 2,
        linhas: [
          { linha: 3, campos: { codigo: 'Repetido no arquivo' } },
          { linha: 4, campos: { email: 'Email já cadastrado no sistema' } },
        ],
      },
    );
  });

  test('conflicts beside faults, of other rows and of the faulty row itself', async () => {
    const taken = `${randomUUID()}@exemplo.com.br`;
    await importFile(file(line('X', { email: taken })), '', randomUUID());
    const twice = line('', { email: `${randomUUID()}@x.com.br` });
    const invalid = 'Telefone inválido. Use DDD e número (ex: (11) 98765-4321)';
    await refuses(
      file(twice, twice, line('A1', { telefone: 'x' }), line('', { email: taken, telefone: 'x' }), line('A1')),
      {
        total: 4,
        linhas: [
          { linha: 3, campos: { email: 'Repetido no arquivo' } },
          { linha: 4, campos: { telefone: invalid } },
          { linha: 5, campos: { telefone: invalid, email: 'Email já cadastrado no sistema' } },
          { linha: 6, campos: { codigo: 'Repetido no arquivo', email: 'Repetido no arquivo' } },
        ],
      },
    );
  });

  test('of a row with an invalid code no email that is taken: it may be that of the client it means', async () => {
    const taken = `${randomUUID()}@exemplo.com.br`;
    await importFile(file(line('X', { email: taken })), '', randomUUID());
    const { linhas } = await refuses(file(line('x'.repeat(51), { email: taken })));
    expect(linhas.map(({ campos }: { campos: object }) => Object.keys(campos))).toEqual([['codigo']]);
  });

  test('of faults and conflicts together the first 100 rows are named, and all are counted', async () => {
    const twice = line('', { email: `${randomUUID()}@x.com.br` });
    const rows = Array.from({ length: 300 }, () => [line('', { email: 'x' }), twice]).flat();
    const { total, linhas } = await refuses(file(...rows));
    expect([total, linhas.map(({ linha }: { linha: number }) => linha)]).toEqual([
      599,
      // The first of its email, in line 3, repeats none.
      [2, ...Array.from({ length: 99 }, (_, i) => i + 4)],
    ]);
  });

  test('columns that are unknown, repeated or missing are named', async () => {
    const details = await refuses('nome;Nome;email;telefone;cidade;coment\u00e1rio\n');
    expect(details.map(({ path, message }: { path: string[]; message: string }) => [path[0], message])).toEqual([
      ['comentário', 'Coluna desconhecida'],
      ['nome', 'Coluna repetida'],
      ['estado', 'Coluna obrigatória'],
    ]);
  });

  test('3 columns too many, and a row that is cut off', async () => {
    await refuses(`${header}\n${line('A1')};1;2;3\nA2;Bar`, {
      total: 2,
      linhas: [
        { linha: 2, campos: { linha: 'A linha tem 9 colunas; o cabeçalho tem 6' } },
        { linha: 3, campos: { linha: 'A linha tem 2 colunas; o cabeçalho tem 6' } },
      ],
    });
  });

  test('a NUL in a column that is ignored', async () => {
    await refuses(`id;${header};created_at\n1\0;${line('A1')};2026\0\n`, {
      total: 1,
      linhas: [{ linha: 2, campos: { id: 'Contém caracteres inválidos', created_at: 'Contém caracteres inválidos' } }],
    });
  });

  test.each([
    ['a NUL', () => file(line('A1', { nome: 'Bar\0' }))],
    ['quotes that stay open', () => `${file(line('A1'))}A2;"Bar`],
    ['10 MB in one field', () => file(line('A1', { nome: 'x'.repeat(10 * 1_048_576) }))],
    ['nothing', () => ' \n'],
    ['a header of 10 MB', () => 'x'.repeat(10 * 1_048_576)],
    ['no CSV', () => Buffer.from('89504e470d0a1a0a0000000d49484452ff81', 'hex')],
    ['JSON', () => JSON.stringify({ nome: 'Bar' })],
    ['UTF-16', () => Buffer.from(`\ufeff${file(line('A1'))}`, 'utf16le')],
    ['two encodings', () => Buffer.concat([Buffer.from(file(line('A1'))), Buffer.from([0xe7, 0xe3])])],
  ])('%s', async (_what, payload) => {
    await refuses(payload());
  });

  test('more than 50,000 rows, right or wrong', async () => {
    const details = await refuses(`${header}\n${'only one cell\n'.repeat(50_001)}`);
    expect(details).toEqual([
      expect.objectContaining({ message: 'O arquivo deve ter no máximo 50.000 linhas', path: [] }),
    ]);
  });

  test('more than 20 MB is a 413', async () => {
    const answer = await importFile(file(...Array.from({ length: 21 * 32 }, () => 'x'.repeat(32_768))));
    expect([answer.status, answer.body.error]).toEqual([413, 'Arquivo maior que 20 MB']);
  });

  test('another type of body is a 415, also where no file is taken', async () => {
    const send = async (url: string, type: Record<string, string>) => {
      const reply = await service.app.inject({
        method: 'POST',
        url: `/api/v1/clients${url}`,
        headers: { ...asEmpresa(empresa), ...type },
        payload: Buffer.from('{}'),
      });
      return [reply.statusCode, reply.json()];
    };
    const csvExpected = [415, { error: 'Content-Type deve ser text/csv' }];
    expect(await send('/import', { 'content-type': 'application/json' })).toEqual(csvExpected);
    expect(await send('/import', { 'content-type': 'text/plain' })).toEqual(csvExpected);
    expect(await send('/import', {})).toEqual(csvExpected);
    expect(await send('', { 'content-type': 'text/csv' })).toEqual([
      415,
      { error: 'Content-Type deve ser application/json' },
    ]);
  });
});

/** A request whose body the test sends piece by piece. */
const upload = () => {
  const { port } = service.app.server.address() as AddressInfo;
  const sending = request({
    port,
    method: 'POST',
    path: '/api/v1/clients/import',
    headers: { ...asEmpresa(empresa), 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
  });
  sending.on('error', () => {});
  const status = new Promise<number | undefined>((resolve) => {
    sending.on('response', (response) => resolve(response.resume().statusCode));
    sending.on('close', () => resolve(undefined));
  });
  return { sending, status };
};

describe('an import that is under way', () => {
  const rows = Array.from({ length: 600 }, (_, i) => `K${i}`);

  test('whose connection breaks leaves nothing', async () => {
    const { sending } = upload();
    sending.write(file(...rows.map((codigo) => line(codigo))));
    await until('rows are staged', async () => (await staged()) > 0);
    sending.destroy();
    await until('they are removed', async () => (await staged()) === 0);
    expect(await total()).toBe(0);
  });

  test('keeps a second one of the company from beginning, until it is over', async () => {
    const { sending, status } = upload();
    sending.write(file(...rows.map((codigo) => line(codigo))));
    await until('rows are staged', async () => (await staged()) > 0);
    const second = await importFile(file(line('A1')));
    expect([second.status, second.body.error]).toEqual([429, 'Já há uma importação desta empresa em andamento']);
    sending.end();
    expect(await status).toBe(200);
    expect((await importFile(file(line('A1')))).status).toBe(200);
  });

  test('names the line of an email that another company takes between the check and the insert', async () => {
    const email = `${randomUUID()}@exemplo.com.br`;
    const other = postgres(service.stack.databaseUrl('clients'), {
      max: 1,
      connection: { search_path: 'clients, extensions' },
    });
    let answer: ReturnType<typeof importFile> | undefined;
    await other.begin(async (transaction) => {
      await transaction`
        insert into client (empresa_id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at, change)
        values (${randomUUID()}, 'B1', 'Outra', ${email}, '+551133334444', 'Lins', 'SP', true, now(), now(), 1)`;
      answer = importFile(file(line('A1'), line('A2', { email })));
      await until('the insert waits for the other company', async () => {
        const waiting = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%import_rows%'`;
        return waiting.count > 0;
      });
    });
    expect(await answer).toEqual({
      status: 400,
      body: {
        error: 'Dados de entrada inválidos',
        details: { total: 1, linhas: [{ linha: 3, campos: { email: 'Email já cadastrado no sistema' } }] },
      },
    });
    expect([await total(), await staged()]).toEqual([0, 0]);
    await other.end();
  });

  test('and creates the same emails as that of another company, in another order: one is written, the other told why', async () => {
    for (let round = 0; round < 3; round++) {
      const emails = Array.from({ length: 1_000 }, (_, n) => `${n}.${round}.${empresa}@exemplo.com.br`);
      const fileOf = (ordered: string[]) => file(...ordered.map((email) => line('', { email })));
      const outcomes = await Promise.all([
        importFile(fileOf(emails), '', randomUUID()),
        importFile(fileOf(emails.toReversed()), '', randomUUID()),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('whose database connection is killed in the merge writes nothing', async () => {
    // The merge waits for this lock.
    await importFile(file(line('A0')));
    const blocker = postgres(service.stack.databaseUrl('clients'), { max: 1, connection: { search_path: 'clients' } });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isLocked = false;
    const blocked = blocker.begin(async (transaction) => {
      await transaction`select from change_sequence where empresa_id = ${empresa} for update`;
      isLocked = true;
      await released;
    });
    await until('the lock is held', () => isLocked);
    const answer = importFile(file(...rows.map((codigo) => line(codigo))));
    const kill = async () =>
      (
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%import_rows%' and pid <> pg_backend_pid()`
      ).length > 0;
    await until('the merge was killed', kill);
    release();
    await blocked;
    await blocker.end();
    expect((await answer).status).toBe(503);
    expect([await total(), await staged()]).toEqual([1, 0]);
  });
});

test('rows that a crashed process left are removed', async () => {
  await sql`
    insert into import_row (import_id, line, record, given, staged_at)
    values (${randomUUID()}, 2, '{}', '{}', now() - interval '11 minutes')`;
  const [{ removed } = {}] = await sql`select remove_old_import_rows() as removed`;
  expect([removed, await staged()]).toEqual([1, 0]);
});

describe('large files', () => {
  async function* manyRows(count: number): AsyncGenerator<string> {
    yield `${header}\r\n`;
    for (let i = 0; i < count; i += 100)
      yield `${Array.from({ length: 100 }, (_, k) => line(`C${i + k}`)).join('\r\n')}\r\n`;
  }

  /** How long a new company's import takes. */
  const msOf = async (count: number, rows = manyRows(count)): Promise<number> => {
    empresa = randomUUID();
    const began = performance.now();
    expect(await importFile(Readable.from(rows, { objectMode: false }))).toEqual(counts(count, 0, 0));
    return performance.now() - began;
  };

  test('10,000 clients in a time that grows with their number, reading the file no faster than its rows are staged', async () => {
    // Plans are made by then.
    await msOf(1_000);
    const ofOneThousand = await msOf(1_000);
    let maxHeld = 0;
    async function* watched(): AsyncGenerator<string> {
      let sent = 0;
      for await (const rows of manyRows(10_000)) {
        yield rows;
        sent += rows.split('\r\n').length - 1;
        maxHeld = Math.max(maxHeld, sent - (await staged()));
      }
    }
    let took = 0;
    const cpu = await cpuMs(async () => {
      took = await msOf(10_000, watched());
    });
    // Tenfold, and a hundredfold if the work for a row grew with the rows. No seconds: other tests run at the same time.
    expect(took).toBeLessThan(40 * ofOneThousand);
    expect(cpu).toBeLessThan(5_000);
    // Streams hold some chunks, and the service one batch.
    expect(maxHeld).toBeLessThan(2_000);
    expect(await importFile(Readable.from(manyRows(10_000), { objectMode: false }))).toEqual(counts(0, 0, 10_000));
  }, 60_000);
});
