import { describe, expect, test } from 'vitest';
import { a, afterOtherImports, b, baseUrl, prefix } from './api.ts';
import { keys } from './config.ts';
import { expectError, expectIssue, invalidInput } from './expectations.ts';
import {
  clientBody,
  createClient,
  createParties,
  createProduct,
  createSale,
  productBody,
  representadaBody,
  saleBody,
  word,
} from './records.ts';

interface Shown {
  id: string;
  id_externo?: string;
}

const resources = [
  { path: '/clients', notFound: 'Cliente não encontrado', taken: 'Já existe um cliente com este id_externo' },
  { path: '/products', notFound: 'Produto não encontrado', taken: 'Já existe um produto com este id_externo' },
  {
    path: '/representadas',
    notFound: 'Representada não encontrada',
    taken: 'Já existe uma representada com este id_externo',
  },
  { path: '/sales', notFound: 'Venda não encontrada', taken: 'Já existe uma venda com este id_externo' },
];

const bodies: Record<string, (changes: object, api: typeof a) => object | Promise<object>> = {
  '/clients': clientBody,
  '/products': productBody,
  '/representadas': representadaBody,
  '/sales': async (changes, api) => saleBody(await createParties(api), { status: 'Pedido', ...changes }),
};
const bodyOf = async (path: string, changes: object = {}, api = a): Promise<object> =>
  (await bodies[path]?.(changes, api)) ?? {};

const create = async (path: string, changes: object = {}, api = a) =>
  api.post<Shown>(path, await bodyOf(path, changes, api));
const byId = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;
const external = (path: string, id: string): string => `${path}/${encodeURIComponent(`externo:${id}`)}`;

describe.each(resources)('$path', ({ path, notFound, taken }) => {
  test('[EXT-01] an external id is shown where it is set, found by it, and changed', async () => {
    const id_externo = `ERP/${word()}%é`;
    const { data } = (await create(path, { id_externo })).json;
    expect(data.id_externo).toBe(id_externo);
    const read = await a.get<Shown>(external(path, id_externo));
    expect(read.json.data).toMatchObject({ id: data.id, id_externo });
    expect((await a.get<Shown[]>(`${path}?id_externo=${encodeURIComponent(id_externo)}`)).json.data).toEqual([
      expect.objectContaining({ id: data.id, id_externo }),
    ]);
    expect((await a.get<Shown[]>(`${path}?id_externo=${word()}`)).json.data).toEqual([]);
    // Exactly: case and the beginning count.
    expect(
      (await a.get<Shown[]>(`${path}?id_externo=${encodeURIComponent(id_externo.toLowerCase())}`)).json.data,
    ).toEqual([]);
    const file = await fetch(`${baseUrl}${prefix}${path}/export?id_externo=${encodeURIComponent(id_externo)}`, {
      headers: { 'x-api-key': keys.a },
    });
    const [header = '', row = ''] = (await file.text()).split('\r\n');
    expect(row.split(';')[header.split(';').indexOf('id_externo')]).toBe(id_externo);

    const other = word();
    const changed = await a.put<Shown>(external(path, id_externo), { id_externo: other });
    expect(changed.json.data).toMatchObject({ id: data.id, id_externo: other });
    expectError(await a.get(external(path, id_externo)), 404, notFound);
    const removed = await a.put<Shown>(external(path, other), { id_externo: null });
    expect(removed.json.data).not.toHaveProperty('id_externo');
    expectError(await a.get(external(path, other)), 404, notFound);
    expect((await a.get(byId(path, data.id))).json.data).not.toHaveProperty('id_externo');
  });

  test('[EXT-02] it is unique in the company and the resource, and free again', async () => {
    const id_externo = word();
    const first = (await create(path, { id_externo })).json.data;
    expectError(await create(path, { id_externo }), 409, taken);
    const second = (await create(path)).json.data;
    expectError(await a.put(byId(path, second.id), { id_externo }), 409, taken);
    // Its own again is no conflict.
    expect((await a.put<Shown>(byId(path, first.id), { id_externo })).status).toBe(200);
    // A product is never deleted.
    if (path === '/products') await a.put(byId(path, first.id), { id_externo: null });
    else expect((await a.delete(external(path, id_externo))).status).toBe(200);
    expect((await a.put<Shown>(byId(path, second.id), { id_externo })).json.data.id_externo).toBe(id_externo);
  });

  test('[EXT-03] two creations at once with the same external id: one of them is made', async () => {
    const id_externo = word();
    const sent = await Promise.all([1, 2, 3].map(() => bodyOf(path, { id_externo })));
    const replies = await Promise.all(sent.map((body) => a.post(path, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('[EXT-04] what is no external id is refused, and names no record', async () => {
    for (const id_externo of ['', '   ', 'a b', 'a\0b', 'a\nb', 'x'.repeat(101), 7, true, {}]) {
      const reply = await create(path, { id_externo });
      expectError(reply, 400, invalidInput);
      expect(JSON.stringify(reply.json.details)).toContain('id_externo');
    }
    expect((await create(path, { id_externo: 'x'.repeat(84) + word().slice(1) })).status).toBe(201);
    expectIssue(await a.get(`${path}?id_externo=`), 'id_externo');
    for (const id of ['', ' ', 'a b', '\0', 'x'.repeat(101), word()]) {
      expectError(await a.get(external(path, id)), 404, notFound);
      expectError(await a.put(external(path, id), {}), 404, notFound);
    }
  });

  test('[EXT-05] the feed has it, and it is nobody else’s', async () => {
    const id_externo = word();
    let cursor = '';
    for (;;) {
      const page = (await a.get<unknown[]>(`${path}/changes?limit=500&cursor=${cursor}`)).json;
      if (page.data.length === 0) break;
      cursor = page.next_cursor as string;
    }
    const { id } = (await create(path, { id_externo })).json.data;
    const feed = (await a.get<{ id: string; registro: Shown }[]>(`${path}/changes?limit=500&cursor=${cursor}`)).json
      .data;
    expect(feed.find((entry) => entry.id === id)?.registro).toMatchObject({ id_externo });
    expectError(await b.get(external(path, id_externo)), 404, notFound);
    expectError(await b.put(external(path, id_externo), {}), 404, notFound);
  });
});

test('[EXT-06] a sale’s receipts and history are below it, too, and a repeated receipt is answered after it is renamed', async () => {
  const id_externo = word();
  await createSale(await createParties(), { status: 'Pedido', id_externo });
  const sale = external('/sales', id_externo);
  const receive = () =>
    a.send<Shown>('POST', `${sale}/receipts`, {
      headers: { 'content-type': 'application/json', 'idempotency-key': id_externo },
      body: JSON.stringify({ valor: 4 }),
    });
  const receipt = await receive();
  expect(receipt.status, receipt.text).toBe(201);
  expect((await a.get<{ recebido: number }>(`${sale}/receipts`)).json.data.recebido).toBe(4);
  const renamed = word();
  await a.put(sale, { id_externo: renamed });
  expect((await receive()).text).toBe(receipt.text);
  const history = (await a.get<{ de: object; para: object }[]>(`${external('/sales', renamed)}/history`)).json.data;
  expect(history[0]).toMatchObject({ de: { id_externo }, para: { id_externo: renamed } });
  const path = `${external('/sales', renamed)}/receipts/${receipt.json.data.id}`;
  expect((await a.delete(path)).status).toBe(200);
  expectError(await a.get(`${external('/sales', word())}/receipts`), 404, 'Venda não encontrada');
});

test('[EXT-07] a product’s own id does not begin like the name of an external one', async () => {
  expectIssue(await a.post('/products', productBody({ id: `externo:${word()}` })), 'id');
});

test('[EXT-08] an import writes it, and names the lines where it is taken or repeated', async () => {
  const [one, two, taken, free] = [word(), word(), word(), word()];
  await createProduct({ id_externo: taken });
  const header = 'id;nome;preco;id_externo';
  const upload = (...rows: string[]) =>
    afterOtherImports(() =>
      a.send('POST', '/products/import', {
        headers: { 'content-type': 'text/csv' },
        body: [header, ...rows, ''].join('\n'),
      }),
    );
  const faulty = await upload(`${one};Café;1;${taken}`, `${two};Café;1;${free}`, `${word()};Café;1;${free}`);
  expect(faulty.json.details).toEqual({
    total: 2,
    linhas: [
      { linha: 2, campos: { id_externo: 'Já existe um produto com este id_externo' } },
      { linha: 4, campos: { id_externo: 'Repetido no arquivo' } },
    ],
  });
  expect((await upload(`${one};Café;1;${free}`)).status).toBe(200);
  expect((await a.get<Shown>(external('/products', free))).json.data.id).toBe(one);
  // Its own again is no conflict.
  expect((await upload(`${one};Chá;1;${free}`)).json.data).toMatchObject({ atualizados: 1 });

  const client = await createClient({ id_externo: taken });
  const row = `;Mercado;${word()}@exemplo.com.br;(11) 98765-4321;Olinda;PE`;
  const clients = await afterOtherImports(() =>
    a.send('POST', '/clients/import', {
      headers: { 'content-type': 'text/csv' },
      body: `codigo;nome;email;telefone;cidade;estado;id_externo\n${row};${taken}\n${client.codigo};;;;;;${taken}\n`,
    }),
  );
  expect(clients.json.details).toEqual({
    total: 2,
    linhas: [
      { linha: 2, campos: { id_externo: 'Já existe um cliente com este id_externo' } },
      { linha: 3, campos: { id_externo: 'Repetido no arquivo' } },
    ],
  });
});
