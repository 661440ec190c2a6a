import { expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError } from './expectations.ts';
import { clientBody, createParties, createProduct, createSale, word } from './records.ts';

interface Entry {
  numero: number;
  em: string;
  operacao: string;
  recurso: string;
  id: string;
  campos: string[] | null;
  chave_prefixo: string;
  request_id: string;
}

interface Page {
  data: Entry[];
  next_cursor: string | null;
}

const read = async (query: string): Promise<Page> => (await a.get<Entry[]>(`/audit${query}`)).json as unknown as Page;

test('[AUDIT-01] every write says who did what, with the id of its request', async () => {
  const created = await a.post<{ id: string }>('/clients', clientBody());
  const { id } = created.json.data;
  const updated = await a.put(`/clients/${id}`, { nome: word() });
  const deleted = await a.delete(`/clients/${id}`);
  const { data } = await read(`?recurso=clients&id=${id}`);
  expect(data.map(({ operacao, campos, request_id }) => [operacao, campos, request_id])).toEqual([
    ['excluir', null, deleted.header('x-request-id')],
    ['alterar', ['nome'], updated.header('x-request-id')],
    ['criar', null, created.header('x-request-id')],
  ]);
  expect(new Set(data.map(({ chave_prefixo }) => chave_prefixo)).size).toBe(1);
});

test('[AUDIT-06] every resource can be asked for', async () => {
  const parties = await createParties();
  const sale = await createSale(parties, { status: 'Pedido' });
  const product = await createProduct();
  const representada_id = parties.representadaId;
  const idOf = async (path: string, body: object): Promise<string> =>
    (await a.post<{ id: string }>(path, body)).json.data.id;
  const written = {
    clients: parties.clienteId,
    representadas: representada_id,
    products: product.id,
    sales: sale.id,
    receipts: await idOf(`/sales/${sale.id}/receipts`, { valor: 1 }),
    payments: await idOf('/commissions/payments', { representada_id, valor: 1 }),
    adjustments: await idOf('/commissions/adjustments', { representada_id, valor: 1, motivo: 'Acordo' }),
    keys: await idOf('/keys', { rotulo: 'Auditoria', escopo: 'read' }),
  };
  for (const [recurso, id] of Object.entries(written)) {
    const { data } = await read(`?recurso=${recurso}&id=${id}`);
    expect(data, recurso).toMatchObject([{ operacao: 'criar', recurso, id }]);
  }
  await a.delete(`/keys/${written.keys}`);
});

test('[AUDIT-02] the entries of all services are one list, the newest first, page by page', async () => {
  const since = new Date().toISOString();
  const parties = await createParties();
  const sale = await createSale(parties);
  const shown: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page = await read(`?limit=2&de=${since}&cursor=${cursor}`);
    expect(page.data.length).toBeLessThanOrEqual(2);
    shown.push(...page.data);
    cursor = page.next_cursor;
  }
  // Only its own: an import of another test may be committed between two pages, with entries from before.
  const own = shown.filter(({ id }) => [sale.id, parties.clienteId, parties.representadaId].includes(id));
  expect(own).toHaveLength(3);
  expect(own[0]?.id).toBe(sale.id);
  const times = own.map(({ em }) => em);
  expect(times).toEqual([...times].sort().reverse());
});

test('[AUDIT-03] another company sees nothing of it', async () => {
  const { id } = (await a.post<{ id: string }>('/clients', clientBody())).json.data;
  expect((await b.get(`/audit?recurso=clients&id=${id}`)).json.data).toEqual([]);
});

test.each(['recurso=x', 'chave_id=x', 'de=ontem', 'de=2026-02-01&ate=2026-01-01', 'limit=0', 'limit=x', 'id='])(
  '[AUDIT-04] a bad filter is a 400: %s',
  async (query) => expectError(await a.get(`/audit?${query}`), 400),
);

test('[AUDIT-07] more than 100 entries are answered as 100', async () => {
  expect((await a.get('/audit?limit=101')).json).toMatchObject({ limit: 100 });
});

test('[AUDIT-05] a cursor belongs to its filters', async () => {
  await a.post('/clients', clientBody());
  await a.post('/clients', clientBody());
  const { next_cursor } = await read('?limit=1&recurso=clients');
  expectError(await a.get(`/audit?limit=1&recurso=sales&cursor=${next_cursor}`), 400, 'Cursor inválido');
});

test('[AUDIT-08] an id in capitals names the same record, and its entry is found', async () => {
  const sale = await createSale(await createParties(), { status: 'Pedido' });
  const receipt = (await a.post<{ id: string }>(`/sales/${sale.id}/receipts`, { valor: 1 })).json.data.id;
  expect((await a.delete(`/sales/${sale.id.toUpperCase()}/receipts/${receipt.toUpperCase()}`)).status).toBe(200);
  const { data } = await read(`?recurso=receipts&id=${receipt}`);
  expect(data.map(({ operacao }) => operacao)).toEqual(['excluir', 'criar']);
  expect((await a.delete(`/sales/${sale.id.toUpperCase()}`)).status).toBe(200);
  expect((await read(`?recurso=sales&id=${sale.id}`)).data.map(({ operacao }) => operacao)).toEqual([
    'excluir',
    'criar',
  ]);
});
