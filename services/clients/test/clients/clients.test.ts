import { randomUUID } from 'node:crypto';
import { headers as names } from '@representa/contracts';
import { asEmpresa, clientBody, startStopwatch, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ClientsService, startClientsService } from '../clients-service.ts';

let service: ClientsService;
let empresa: string;

beforeAll(async () => {
  service = await startClientsService();
});
afterAll(() => service.stop());
beforeEach(() => {
  empresa = randomUUID();
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object, headers = asEmpresa(empresa)) =>
  service.app.inject({ method, url: `/api/v1/clients${path}`, headers, ...(payload && { payload }) });
const create = async (changes: object = {}) => (await send('POST', '', clientBody(changes))).json().data;
const nomes = async (query: string) =>
  (await send('GET', `?${query}`)).json().data.map(({ nome }: { nome: string }) => nome);

const connectAdmin = () => postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });

const summaryFields = [
  ...['id', 'codigo', 'nome', 'cnpj_cpf', 'email', 'telefone', 'endereco', 'cidade', 'estado', 'ativo'],
  ...['created_at', 'updated_at'],
];

describe('creating a client', () => {
  test('normalises, fills in and shows the fields of the contract', async () => {
    const answer = await send('POST', '', clientBody({ nome: '  Ana  ', estado: 'sp', cnpj_cpf: '529.982.247-25' }));
    expect(answer.statusCode).toBe(201);
    expect(Object.keys(answer.json().data)).toEqual(summaryFields);
    expect(answer.json().data).toMatchObject({
      codigo: 'CLI0001',
      nome: 'Ana',
      estado: 'SP',
      telefone: '+5511987654321',
      cnpj_cpf: '52998224725',
      endereco: null,
      ativo: true,
    });
  });

  test('generates codes without gaps or repeats when many come at once, around codes already taken', async () => {
    await create({ codigo: 'CLI0003' });
    const created = await Promise.all(Array.from({ length: 30 }, () => create()));
    const expected = Array.from({ length: 31 }, (_, i) => `CLI${String(i + 1).padStart(4, '0')}`);
    expect([...created.map(({ codigo }) => codigo), 'CLI0003'].sort()).toEqual(expected);
  });

  test('finds the next free code behind thousands that a caller chose', async () => {
    const { id } = await create({ codigo: 'CLI0001' });
    const admin = connectAdmin();
    // Without the trigger of the changes feed, which nobody reads here.
    await admin`set session_replication_role = replica`;
    await admin`
      insert into clients.client
        (empresa_id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at, change, register_id)
      select empresa_id, 'CLI' || lpad(n::text, greatest(4, length(n::text)), '0'), nome, n || email, telefone, cidade, estado,
        ativo, created_at, created_at, 100000 + n, register_id
      from clients.client cross join generate_series(2, 20000) n where empresa_id = ${empresa} and id = ${id}`;
    await admin.end();
    const answer = await send('POST', '', clientBody());
    expect([answer.statusCode, answer.json().data?.codigo]).toEqual([201, 'CLI20001']);
    expect((await create()).codigo).toBe('CLI20002');
  });

  test('an email is taken once in the whole system, whatever its case', async () => {
    const email = `Ana.${randomUUID()}@Exemplo.com.br`;
    expect((await create({ email })).email).toBe(email);
    const again = await send('POST', '', clientBody({ email: email.toUpperCase() }), asEmpresa());
    expect([again.statusCode, again.json()]).toEqual([409, { error: 'Email já cadastrado no sistema' }]);
  });

  test('a refused client leaves no trace in the total or the codes', async () => {
    const { email } = await create();
    await send('POST', '', clientBody({ email }));
    expect((await create()).codigo).toBe('CLI0002');
    expect((await send('GET')).json().total).toBe(2);
  });

  test('tells the faults by field, and a bad state by its own message', async () => {
    const bad = await send('POST', '', { nome: 'Al', email: 'x', telefone: 5 });
    expect(bad.json()).toEqual({
      error: 'Dados de entrada inválidos',
      details: {
        nome: 'Deve ter pelo menos 3 caracteres',
        email: 'Formato de email inválido',
        telefone: expect.any(String),
        cidade: 'Campo obrigatório',
        estado: 'Campo obrigatório',
      },
    });
    const state = await send('POST', '', clientBody({ estado: 'São Paulo' }));
    expect([state.statusCode, state.json()]).toEqual([
      400,
      { error: 'Estado inválido. Use sigla com 2 letras (ex: SP, RJ)' },
    ]);
  });
});

describe('listing clients', () => {
  test('finds parts of name, code, city and email, without regard to case and accents', async () => {
    await create({ nome: 'Padaria Pão Quente', cidade: 'Florianópolis' });
    await create({ nome: 'Bar 100%_\\ Legal', codigo: 'ZX-9' });
    expect(await nomes('search=PAO')).toEqual(['Padaria Pão Quente']);
    expect(await nomes('search=floriano')).toEqual(['Padaria Pão Quente']);
    expect(await nomes('search=zx-')).toEqual(['Bar 100%_\\ Legal']);
    expect(await nomes(`search=${encodeURIComponent('0%_\\')}`)).toEqual(['Bar 100%_\\ Legal']);
    expect(await nomes('search=%25')).toEqual(['Bar 100%_\\ Legal']);
    expect(await nomes(`search=${encodeURIComponent('％')}`)).toEqual(['Bar 100%_\\ Legal']);
    expect(await nomes('search=exemplo.com')).toHaveLength(2);
    expect(await nomes('search=quentefloria')).toEqual([]);
  });

  test('finds its own clients, and no others, in a company that has a large part of all there are', async () => {
    const others = clientBody({ nome: 'Quitanda Boa Esperança' });
    await send('POST', '', others, asEmpresa());
    const { id } = await create({ nome: 'Quitanda Boa Vista' });
    const admin = connectAdmin();
    await admin`
      insert into clients.client (empresa_id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at, change)
      select empresa_id, n, 'Mercado ' || n, n || email, telefone, cidade, estado, ativo, created_at, created_at, 100 + n
      from clients.client cross join generate_series(1, 3000) n where empresa_id = ${empresa} and id = ${id}`;
    await admin`update clients.record_counter set total = total + 3000 where empresa_id = ${empresa}`;
    await admin`analyze clients.client`;
    await admin.end();
    const found = (await send('GET', '?search=quitanda')).json();
    expect(found).toMatchObject({ total: 1, data: [{ nome: 'Quitanda Boa Vista' }] });
    expect((await send('GET', '?search=quitanda%20boa%20esp')).json()).toMatchObject({ total: 0, data: [] });
    expect(await nomes('search=mercado%202345')).toEqual(['Mercado 2345']);
    expect((await send('GET', '?search=mercado%2012')).json().total).toBe(1 + 10 + 100);
  });

  test('pages through, newest first, with the true total', async () => {
    const created = [];
    for (const nome of ['Um um', 'Dois', 'Três']) created.unshift((await create({ nome })).nome);
    const page = (await send('GET', '?limit=2&page=2')).json();
    expect(page).toMatchObject({ page: 2, limit: 2, total: 3 });
    expect(page.data.map(({ nome }: { nome: string }) => nome)).toEqual(created.slice(2));
    expect((await send('GET', '?limit=500&search=s')).json()).toMatchObject({ limit: 100, total: expect.any(Number) });
  });

  test('shows a deep page like any other, of all clients and of a search', async () => {
    const { id } = await create();
    const admin = connectAdmin();
    await admin`
      insert into clients.client (empresa_id, id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at, change)
      select empresa_id, uuidv7(interval '-1 day'), n, nome, n || email, telefone, cidade, estado, ativo, created_at, created_at, 100 + n
      from clients.client cross join generate_series(1, 2500) n where empresa_id = ${empresa} and id = ${id}`;
    await admin`update clients.record_counter set total = total + 2500 where empresa_id = ${empresa}`;
    const all = await admin<{ id: string; codigo: string }[]>`
      select id, codigo from clients.client where empresa_id = ${empresa} order by id desc`;
    for (const query of ['search=mercado', 'search=']) {
      for (const page of [1, 21, 22, 26, 27]) {
        const data = all.slice((page - 1) * 100, page * 100).map((client) => expect.objectContaining(client));
        const shown = (await send('GET', `?limit=100&page=${page}&${query}`)).json();
        expect(shown).toEqual({ data, page, limit: 100, total: 2501 });
      }
    }
    await admin.end();
  });

  test.each(['page=0', 'limit=-1', 'page=x', 'limit=1.5', `search=${'x'.repeat(5_000)}`, 'search=%00'])(
    'refuses bad query %#',
    async (query) => {
      const answer = await send('GET', `?${query}`);
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'Dados de entrada inválidos']);
      expect(answer.json().details).toBeInstanceOf(Array);
    },
  );
});

describe('updating a client', () => {
  test('changes what is sent and nothing else, and shows all fields', async () => {
    const before = await create({ endereco: 'Rua A, 1', cnpj_cpf: '11.222.333/0001-81' });
    const { data: after } = (await send('PUT', `/${before.id}`, { bairro: 'Centro', segunda: true })).json();
    expect(after).toMatchObject({
      ...before,
      bairro: 'Centro',
      segunda: true,
      terca: false,
      observacao: '',
      updated_at: expect.anything(),
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    const { data: cleared } = (
      await send('PUT', `/${before.id}`, { endereco: null, cnpj_cpf: null, bairro: null })
    ).json();
    expect(cleared).toMatchObject({ endereco: null, cnpj_cpf: null, bairro: '' });
    await send('PUT', `/${before.id}`, { endereco: 'Rua B, 2' });
    const { data: blank } = (await send('PUT', `/${before.id}`, { endereco: ' ' })).json();
    expect([blank.endereco, (await create({ endereco: ' ' })).endereco]).toEqual([null, null]);
    const { data: touched } = (await send('PUT', `/${before.id}`, {})).json();
    expect(touched.updated_at > cleared.updated_at).toBe(true);
  });

  test('takes back what a reading shows, also of a client whose fields were emptied', async () => {
    const { id } = await create();
    const empty = { telefone: null, bairro: ' ', cidade: '', estado: null, observacao: '\t' };
    const { data } = (await send('PUT', `/${id}`, empty)).json();
    expect(data).toMatchObject({ telefone: '', bairro: '', cidade: '', estado: '', observacao: '' });
    const answer = await send('PUT', `/${id}`, data);
    expect(answer.json().data).toEqual({ ...data, updated_at: expect.anything() });
  });

  test('tells the faults as a list', async () => {
    const { id } = await create();
    const answer = await send('PUT', `/${id}`, { email: 'x', nome: '' });
    expect(answer.json()).toEqual({
      error: 'Dados de entrada inválidos',
      details: [
        {
          code: 'too_small',
          minimum: 1,
          type: 'string',
          inclusive: true,
          exact: false,
          message: 'Deve ter pelo menos 1 caractere',
          path: ['nome'],
        },
        { code: 'invalid_string', validation: 'email', message: 'Formato de email inválido', path: ['email'] },
      ],
    });
  });

  test('refuses a taken email or code, and what belongs to another company', async () => {
    const [first, second] = [await create(), await create()];
    expect((await send('PUT', `/${second.id}`, { email: first.email })).statusCode).toBe(409);
    expect((await send('PUT', `/${second.id}`, { codigo: first.codigo })).statusCode).toBe(409);
    expect((await send('PUT', `/${second.id}`, { nome: 'Y' }, asEmpresa())).json()).toEqual({
      error: 'Cliente não encontrado',
    });
    expect((await send('PUT', '/nobody', { nome: 'Y' })).statusCode).toBe(404);
  });

  test('a rename has reached sales when it is answered', async () => {
    const { id } = await create();
    await send('PUT', `/${id}`, { nome: 'Outro nome' });
    expect(service.sales.names.get(id)).toBe('Outro nome');
  });
});

test('updates that change no indexed column write no index', async () => {
  const { id } = await create();
  const admin = connectAdmin();
  onTestFinished(() => admin.end());
  const heapOnly = async (): Promise<number> => {
    const [counted] = await admin<[{ count: number }]>`
      select pg_stat_get_tuples_hot_updated('clients.client'::regclass)::int as count`;
    return counted.count;
  };
  const before = await heapOnly();
  const updates = 50;
  for (let i = 0; i < updates; i++) await send('PUT', `/${id}`, { observacao: `Ligar na segunda ${i}` });
  // Sessions report their counts with a delay, so a few of earlier tests may be among them. An update goes to another page, with
  // all indexes, while an analyze of the server's own keeps old versions in this one. With one index too many, none is counted.
  await until('most updates are counted', async () => (await heapOnly()) - before >= updates / 2);
});

describe('reading a client', () => {
  test('shows all fields, to its company only', async () => {
    const { id } = await create();
    const { data: updated } = (await send('PUT', `/${id}`, { bairro: 'Centro' })).json();
    expect((await send('GET', `/${id}`)).json()).toEqual({ success: true, data: updated });
    const stranger = await send('GET', `/${id}`, undefined, asEmpresa());
    expect([stranger.statusCode, stranger.json()]).toEqual([404, { error: 'Cliente não encontrado' }]);
  });
});

describe('deleting a client', () => {
  test('happens once, for its company only', async () => {
    const { id } = await create();
    expect((await send('DELETE', `/${id}`, undefined, asEmpresa())).statusCode).toBe(404);
    const answers = await Promise.all([send('DELETE', `/${id}`), send('DELETE', `/${id}`), send('DELETE', `/${id}`)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    expect((await send('GET')).json()).toMatchObject({ data: [], total: 0 });
  });

  test('is refused while sales refer to it, and the client stays usable', async () => {
    const { id } = await create();
    service.sales.inUse.set(id, 7);
    const answer = await send('DELETE', `/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { error: 'Cliente possui 7 venda(s) associada(s) e não pode ser deletado' },
    ]);
    service.sales.inUse.delete(id);
    expect((await send('DELETE', `/${id}`)).json()).toEqual({ success: true, message: expect.any(String) });
  });
});

test('without NATS, deletes and renames answer 503 at once, all else works, and everything recovers', async () => {
  const { id } = await create();
  await service.stack.nats.stop();
  const elapsedMs = startStopwatch();
  const answers = await Promise.all([send('DELETE', `/${id}`), send('PUT', `/${id}`, { nome: 'Renomeado' })]);
  expect(elapsedMs()).toBeLessThan(2_000);
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([503, { error: 'Serviço indisponível' }]);
    expect(answer.headers['retry-after']).toBe('1');
  }
  // It sends no name, so it need not wait for the rename that is still pending.
  expect((await send('PUT', `/${id}`, { cidade: 'Recife' })).statusCode).toBe(200);
  expect((await send('GET')).json().total).toBe(1);
  expect((await send('POST', '', clientBody())).statusCode).toBe(201);

  await service.stack.nats.start();
  await until('the sweeper delivered the rename', () => service.sales.names.get(id) === 'Renomeado', 15_000);
  await until('the sweeper took the delete back', () => service.sales.voided.includes(id), 15_000);
  expect((await send('DELETE', `/${id}`)).statusCode).toBe(200);
}, 40_000);

test('the sweeper leaves a delete alone while its request may be running, and takes it back after that', async () => {
  const admin = connectAdmin();
  onTestFinished(() => admin.end());
  const beginDelete = (id: string, secondsAgo: number) => admin`
    update clients.client
    set delete_epoch = 1, delete_pending = true, pending_since = now() - make_interval(secs => ${secondsAgo}) where id = ${id}`;
  const isTakenBack = (id: string) => () => service.sales.voided.includes(id);
  const roundIsOver = async (): Promise<void> => {
    const { id } = await create();
    await beginDelete(id, 60);
    await until('the sweeper took back a delete that is due', isTakenBack(id));
  };

  // REQUEST_TIMEOUT_MS is 5,000 here.
  const { id } = await create();
  await beginDelete(id, 4);
  await roundIsOver();
  await roundIsOver();
  expect(isTakenBack(id)()).toBe(false);
  await beginDelete(id, 60);
  await until('the sweeper took the delete back', isTakenBack(id));
});

test('a rename that sales always refuses does not keep the sweeper from later ones', async () => {
  const admin = connectAdmin();
  const [refused, later] = [await create(), await create()];
  onTestFinished(async () => {
    service.sales.refused.delete(refused.id);
    await admin.end();
  });
  service.sales.refused.add(refused.id);
  const beginRename = (id: string, secondsAgo: number) => admin`
    update clients.client
    set rename_pending = true, pending_since = now() - make_interval(secs => ${secondsAgo}) where id = ${id}`;
  await beginRename(refused.id, 120);
  await beginRename(later.id, 60);
  await until('the sweeper delivered the later rename', () => service.sales.names.has(later.id));
  expect(service.sales.names.has(refused.id)).toBe(false);

  service.sales.refused.delete(refused.id);
  await until('the sweeper delivered the refused rename', () => service.sales.names.has(refused.id));
});

test.each([
  ['reading', 'GET', '/01890000-0000-7000-8000-000000000001', undefined],
  ['listing', 'GET', '', undefined],
  ['searching', 'GET', '?search=ana', undefined],
  ['creating', 'POST', '', clientBody()],
  ['updating', 'PUT', '/01890000-0000-7000-8000-000000000001', { nome: 'Ana' }],
  ['deleting', 'DELETE', '/01890000-0000-7000-8000-000000000001', undefined],
] as const)('%s is given up at its deadline', async (_name, method, path, payload) => {
  const admin = connectAdmin();
  const lock = await admin.reserve();
  onTestFinished(async () => {
    await lock`rollback`;
    lock.release();
    await admin.end();
  });
  await lock`begin`;
  await lock`lock table clients.client`;
  const headers = { ...asEmpresa(empresa), [names.timeout]: '200' };
  const elapsedMs = startStopwatch();
  expect((await send(method, path, payload, headers)).statusCode).toBe(503);
  expect(elapsedMs()).toBeLessThan(3_000);
});
