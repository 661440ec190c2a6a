import { randomUUID } from 'node:crypto';
import { asEmpresa, clientBody, collectPages } from '@representa/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientsService, startClientsService } from '../clients-service.ts';

interface Client {
  id: string;
  codigo: string;
  nome: string;
  email: string;
  telefone: string;
  cidade: string;
  estado: string;
  ativo: boolean;
}

type Days = { [day in (typeof days)[number]]?: boolean };

const days = ['segunda', 'terca', 'quarta', 'quinta', 'sexta'] as const;
const empresa = randomUUID();
const known: (Client & Days)[] = [];
let service: ClientsService;

const get = async (query: string, owner = empresa) => {
  const reply = await service.app.inject({ url: `/api/v1/clients?${query}`, headers: asEmpresa(owner) });
  return { status: reply.statusCode, body: reply.json() };
};

const create = async (changes: object, owner = empresa): Promise<Client> => {
  const payload = clientBody(changes);
  const reply = await service.app.inject({
    method: 'POST',
    url: '/api/v1/clients',
    headers: asEmpresa(owner),
    payload,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
};

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

const cities = ['São Paulo', 'SAO PAULO', 'Olinda'];
const names = ['Árvore', 'arvore alta', 'Zebra', 'abacaxi', 'Ótica Ção'];

beforeAll(async () => {
  service = await startClientsService();
  for (let n = 0; n < 40; n++) {
    const flags = { [days[n % 5] as string]: true, ...(n % 8 === 0 && { sexta: true }) };
    const place = { cidade: cities[n % 3], estado: ['SP', 'PE'][n % 2], ativo: n % 4 !== 0 };
    const client = await create({ nome: `${names[n % 5]} ${n % 3}`, ...place, ...flags });
    known.push({ ...client, ...flags });
  }
}, 60_000);
afterAll(() => service.stop());

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const expected = (query: Record<string, string | undefined>, ordenar: string): string[] => {
  const matches = known.filter(
    (client) =>
      (!query.ativo || String(client.ativo) === query.ativo) &&
      (!query.estado || client.estado === query.estado.toUpperCase()) &&
      (!query.cidade || plain(client.cidade) === plain(query.cidade)) &&
      (!query.dia || client[query.dia as (typeof days)[number]] === true) &&
      (!query.search || plain(`${client.nome}|${client.cidade}`).includes(plain(query.search))),
  );
  const up = matches.sort((a, b) => {
    const [first, second] = ordenar === '-created_at' ? ['', ''] : [plain(a.nome), plain(b.nome)];
    if (first !== second) return first < second ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  });
  return idsOf(ordenar.startsWith('-') ? up.reverse() : up);
};

test('every combination of filters and orders shows the same records by page and by cursor', async () => {
  const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const queries = fc.record({
    ativo: maybe('true', 'false'),
    estado: maybe('SP', 'pe', 'AC'),
    cidade: maybe('são paulo', 'Olinda', 'Recife'),
    dia: maybe(...days),
    search: maybe('arvore', 'PAULO', 'zzz'),
  });
  const orders = fc.constantFrom('-created_at', 'nome', '-nome');
  await fc.assert(
    fc.asyncProperty(queries, orders, fc.constantFrom(1, 3, 20), async (query, ordenar, limit) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
      const text = new URLSearchParams([...given, ['ordenar', ordenar], ['limit', String(limit)]]).toString();
      const ids = expected(query, ordenar);
      const walked = await collectPages<Client>(async (cursor) => (await get(`${text}&cursor=${cursor}`)).body);
      expect(idsOf(walked)).toEqual(ids);
      const { body } = await get(`${text}&page=2`);
      const data = ids.slice(limit, 2 * limit);
      expect({ ...body, data: idsOf(body.data) }).toEqual({ data, page: 2, limit, total: ids.length });
    }),
    { numRuns: 60 },
  );
}, 60_000);

describe('exact filters', () => {
  test('find a client in any spelling that creation accepts, and only in its company', async () => {
    const changes = {
      cnpj_cpf: '12.abc.345/01de-35',
      telefone: '(11) 91234-0001',
      email: 'Loja.X@Exemplo.com.br',
      codigo: 'X-1',
    };
    const { id } = await create(changes, empresa);
    const spellings = [
      ...['12ABC34501DE35', '12.abc.345/01de-35', ' 12abc345/01de35 '].map((value) => ['cnpj_cpf', value]),
      ...['11912340001', '+55 11 91234-0001', '0055 (11) 91234.0001', '5511912340001', '011 91234-0001'].map(
        (value) => ['telefone', value],
      ),
      ...['loja.x@exemplo.com.br', ' LOJA.X@EXEMPLO.COM.BR '].map((value) => ['email', value]),
      ...['X-1', ' X-1 '].map((value) => ['codigo', value]),
    ];
    for (const [name, value] of spellings) {
      const query = new URLSearchParams([[name as string, value as string]]).toString();
      expect(idsOf((await get(query)).body.data), query).toEqual([id]);
      expect((await get(`${query}&cursor=`)).body, query).toMatchObject({ data: [{ id }], next_cursor: null });
      expect((await get(query, randomUUID())).body).toEqual({ data: [], page: 1, limit: 20, total: 0 });
    }
    expect((await get('codigo=x-1')).body.data).toEqual([]);
    expect((await get('cnpj_cpf=11222333000181')).body.data).toEqual([]);
  });
});

test('a cursor in the order of names continues after equal and accented names of the longest kind', async () => {
  const owner = randomUUID();
  const long = 'Ação '.repeat(51);
  for (const nome of [long, long, `${long.slice(0, 240)}Z`, '😀'.repeat(127), '㍿'.repeat(255)])
    await create({ nome }, owner);
  for (const ordenar of ['nome', '-nome']) {
    const walked = await collectPages<Client>(
      async (cursor) => (await get(`ordenar=${ordenar}&limit=1&cursor=${cursor}`, owner)).body,
    );
    expect(new Set(idsOf(walked)).size).toBe(5);
  }
});

test.each([
  ['ativo=sim', 'ativo'],
  ['estado=São', 'estado'],
  ['estado=', 'estado'],
  ['cidade=', 'cidade'],
  ['cidade=%00', 'cidade'],
  [`cidade=${'x'.repeat(101)}`, 'cidade'],
  ['dia=sabado', 'dia'],
  ['dia=segunda&dia=terca', 'dia'],
  ['cnpj_cpf=11222333000180', 'cnpj_cpf'],
  ['cnpj_cpf=', 'cnpj_cpf'],
  ['telefone=123', 'telefone'],
  ['email=x', 'email'],
  ['codigo=', 'codigo'],
  ['ordenar=data', 'ordenar'],
  ['cursor=&page=2', 'page'],
])('%s is a 400 that names %s', async (query, field) => {
  const { status, body } = await get(query);
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'Dados de entrada inválidos', details: [{ path: [field] }] });
});
