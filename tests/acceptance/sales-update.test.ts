import { describe, expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError, issues } from './expectations.ts';
import { createParties, createSale, type Sale, unknownId, word } from './records.ts';

const item = { produtoId: 'CAFE-500', quantidade: 3, valorUnitario: 0.1 };
const open = async (changes: object = {}): Promise<Sale> =>
  createSale(await createParties(), { status: 'Pedido', ...changes });

interface Change {
  versao: number;
  alterado_em: string;
  chave: { id: string; prefixo: string };
  de: Record<string, unknown>;
  para: Record<string, unknown>;
  motivo: string | null;
}

test('[SALEUP-01] an update changes what is sent, and the service computes the totals', async () => {
  const sale = await open();
  const pedido = word();
  const { status, json } = await a.put<Sale>(`/sales/${sale.id}`, {
    pedido,
    data: '2026-01-02',
    itens: [item],
    valor_total: 99,
  });
  expect([status, json.data]).toEqual([
    200,
    {
      ...sale,
      pedido,
      data: '2026-01-02',
      valor_total: 0.3,
      itens: [{ produto_id: 'CAFE-500', quantidade: 3, valor_unitario: 0.1, valor_total: 0.3 }],
      updated_at: expect.stringMatching(/Z$/),
    },
  ]);
  const read = (await a.get<Sale>(`/sales/${sale.id}`)).json.data;
  expect(read).toMatchObject(json.data);
});

describe('status', () => {
  test('[SALEUP-02] moves forward, also over steps, and changes its spelling within one', async () => {
    const { id } = await open();
    for (const status of ['AGUARDANDO PAGAMENTO', 'Faturado', 'PAGA', 'Entregue', 'ENTREGUE', 'Cancelado']) {
      const { json } = await a.put<Sale>(`/sales/${id}`, { status });
      expect(json.data.status).toBe(status);
    }
  });

  const cancelled = ['Cancelado', 'CANCELADA'];
  const delivered = ['Entregue', 'ENTREGUE'];
  const sent = ['Enviado', 'ENVIADA', ...delivered, ...cancelled];
  test.each([
    ['Faturado', 'Pedido', ['Faturado', 'PAGA', ...sent]],
    ['ENVIADA', 'PAGA', sent],
    ['Entregue', 'Enviado', [...delivered, ...cancelled]],
    ['CANCELADA', 'Pedido', cancelled],
  ])('[SALEUP-03] never moves back: %s → %s', async (from, to, permitidos) => {
    const { id } = await open({ status: from });
    const refused = await a.put(`/sales/${id}`, { status: to });
    expectError(refused, 409, 'Transição de status inválida');
    expect(refused.json.details).toEqual({ de: from, para: to, permitidos });
    expect((await a.get<Sale>(`/sales/${id}`)).json.data.status).toBe(from);
  });

  test('[SALEUP-04] fixes items and date after `aberta`, and the code from `entregue` on', async () => {
    const { id } = await open({ status: 'PAGA' });
    for (const changes of [{ itens: [item] }, { data: '2026-01-01' }])
      expectError(await a.put(`/sales/${id}`, changes), 409);
    expect((await a.put(`/sales/${id}`, { pedido: word(), status: 'Entregue' })).status).toBe(200);
    expectError(await a.put(`/sales/${id}`, { pedido: word() }), 409, 'O campo pedido não pode mais ser alterado');
  });
});

test.each([
  ['data', '2026-02-30'],
  ['data', '2126-01-01'],
  ['data', null],
  ['pedido', ''],
  ['pedido', 'x'.repeat(51)],
  ['pedido', 7],
  ['status', 'Perdida'],
  ['status', ''],
  ['itens', []],
  ['itens', {}],
  ['itens', [{ ...item, quantidade: -1 }]],
  ['parcelas', [{ vencimento: '2026-12-01', valor: 0.01 }]],
  ['motivo', 'x'.repeat(501)],
  ['motivo', 'a\u0000b'],
])('[SALEUP-05] bad input is a 400 with a list of issues: %s %j', async (field, value) => {
  const { id } = await open();
  const refused = await a.put(`/sales/${id}`, { [field]: value });
  expectError(refused, 400, 'Dados de entrada inválidos');
  expect(issues(refused)[0]?.path[0]).toBe(field);
});

test('[SALEUP-06] a code that is taken is a 409; a sale of another company, or none, is a 404', async () => {
  const [{ id }, other] = [await open(), await open()];
  expectError(await a.put(`/sales/${id}`, { pedido: other.pedido }), 409);
  for (const path of [`/sales/${unknownId()}`, '/sales/x']) {
    expectError(await a.put(path, { status: 'PAGA' }), 404, 'Venda não encontrada');
    expectError(await a.get(`${path}/history`), 404, 'Venda não encontrada');
  }
  expectError(await b.put(`/sales/${id}`, { status: 'PAGA' }), 404, 'Venda não encontrada');
  expectError(await b.get(`/sales/${id}/history`), 404, 'Venda não encontrada');
});

test('[SALEUP-07] the history tells when, with which key, from what to what, and why', async () => {
  const { id, pedido } = await open();
  await a.put(`/sales/${id}`, { status: 'Faturado', motivo: 'Nota 123' });
  await a.put(`/sales/${id}`, { pedido: `${pedido}-B` });
  const { status, json } = await a.get<Change[]>(`/sales/${id}/history`);
  expect([status, json.limit, json.next_cursor]).toEqual([200, 20, null]);
  expect(json.data).toMatchObject([
    { versao: 3, de: { pedido }, para: { pedido: `${pedido}-B` }, motivo: null },
    { versao: 2, de: { status: 'Pedido' }, para: { status: 'Faturado' }, motivo: 'Nota 123' },
  ]);
  for (const { alterado_em, chave } of json.data) {
    expect(alterado_em).toMatch(/Z$/);
    expect([chave.id, chave.prefixo]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
  }
  const first = await a.get<Change[]>(`/sales/${id}/history?limit=1`);
  const second = await a.get<Change[]>(`/sales/${id}/history?limit=1&cursor=${first.json.next_cursor}`);
  expect([...first.json.data, ...second.json.data]).toEqual(json.data);
  for (const query of ['limit=0', 'limit=x', 'limit=1&limit=2', 'cursor=x'])
    expectError(await a.get(`/sales/${id}/history?${query}`), 400);
});
