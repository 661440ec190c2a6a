import { describe, expect, test } from 'vitest';
import { a, b, baseUrl } from './api.ts';
import { keys } from './config.ts';
import { expectError } from './expectations.ts';
import { createClient, createProduct, createRepresentada, createSale, item, word } from './records.ts';

interface Commission {
  sale_id: string;
  valor: number;
  pago: number;
  situacao: string;
  vencimento: string;
}

const parties = async (changes: object = {}) => {
  const [client, representada] = await Promise.all([createClient(), createRepresentada({ comissao: 5, ...changes })]);
  return { clienteId: client.id, representadaId: representada.id };
};
const commissionsOf = async (representadaId: string, query = ''): Promise<Commission[]> =>
  (await a.get<Commission[]>(`/commissions?representada_id=${representadaId}${query}`)).json.data;

describe('rates', () => {
  test("[COM-01] a product's rate wins over the representada's, and is frozen in the sale", async () => {
    const both = await parties();
    const product = await createProduct({ comissao: 10.5 });
    expect(product).toMatchObject({ comissao: 10.5 });
    await createSale(both, { itens: [item(1, 100), item(1, 100, product.id)] });
    expect(await commissionsOf(both.representadaId)).toMatchObject([{ valor: 15.5, situacao: expect.any(String) }]);
    await a.put(`/products/${product.id}`, { comissao: null });
    await a.put(`/representadas/${both.representadaId}`, { comissao: 50 });
    expect(await commissionsOf(both.representadaId)).toMatchObject([{ valor: 15.5 }]);
  });

  test('[COM-02] rule and day of a representada are shown only when it has them', async () => {
    const plain = await createRepresentada();
    expect(Object.keys(plain)).not.toContain('comissao_dia');
    const own = await createRepresentada({ comissao_quando: 'faturamento', comissao_dia: 31 });
    expect(own).toMatchObject({ comissao_quando: 'faturamento', comissao_dia: 31 });
    const cleared = await a.put(`/representadas/${own.id}`, { comissao_quando: null, comissao_dia: null });
    expect(Object.keys(cleared.json.data as object)).not.toContain('comissao_quando');
    for (const bad of [{ comissao_dia: 0 }, { comissao_dia: 32 }, { comissao_quando: 'nunca' }])
      expectError(await a.put(`/representadas/${own.id}`, bad), 400);
  });
});

test('[COM-03] receipts make the commission due in proportion, to the cent', async () => {
  const both = await parties();
  const parcelas = [
    { vencimento: '2026-01-10', valor: 33.33 },
    { vencimento: '2026-02-10', valor: 66.67 },
  ];
  const sale = await createSale(both, { status: 'Pedido', data: '2026-01-01', itens: [item(1, 100)], parcelas });
  expect(sale).toMatchObject({ parcelas });
  expectError(await a.post(`/sales/${sale.id}/receipts`, { valor: 100.01 }), 409);
  const receipt = await a.post<{ id: string }>(`/sales/${sale.id}/receipts`, { valor: 50, data: '2026-02-28' });
  expect(receipt.status).toBe(201);
  const due = await commissionsOf(both.representadaId, '&situacao=vencida');
  expect(due.map(({ valor, vencimento }) => [valor, vencimento]).sort()).toEqual([
    [0.83, '2026-03-15'],
    [1.67, '2026-03-15'],
  ]);
  expect((await a.get(`/sales/${sale.id}/receipts`)).json.data).toMatchObject({ recebido: 50, aberto: 50 });
  expect((await a.delete(`/sales/${sale.id}/receipts/${receipt.json.data.id}`)).status).toBe(200);
  expect(await commissionsOf(both.representadaId, '&situacao=vencida')).toEqual([]);
});

test('[COM-04] payments are allocated, reversed, and keep a paid sale from being deleted', async () => {
  const both = await parties();
  const sale = await createSale(both, { itens: [item(1, 100)] });
  const payment = await a.post<{ id: string; credito: number }>('/commissions/payments', {
    representada_id: both.representadaId,
    valor: 7.5,
  });
  expect(payment.json.data).toMatchObject({ credito: 2.5, alocacao: [{ sale_id: sale.id, valor: 5 }] });
  expectError(await a.delete(`/sales/${sale.id}`), 409);
  expect((await a.delete(`/commissions/payments/${payment.json.data.id}`)).status).toBe(200);
  expectError(await a.delete(`/commissions/payments/${payment.json.data.id}`), 404);
  expect((await a.delete(`/sales/${sale.id}`)).status).toBe(200);
  expect(await commissionsOf(both.representadaId)).toEqual([]);
});

test('[COM-08] a representada with payments or adjustments, and without sales, is not deleted', async () => {
  const [paid, adjusted] = [await createRepresentada(), await createRepresentada()];
  const payment = await a.post<{ id: string }>('/commissions/payments', { representada_id: paid.id, valor: 10 });
  await a.post('/commissions/adjustments', { representada_id: adjusted.id, valor: 150, motivo: 'Meta' });
  for (const { id } of [paid, adjusted]) {
    const refused = 'Representada possui 1 pagamento(s) ou ajuste(s) de comissões e não pode ser deletada';
    expectError(await a.delete(`/representadas/${id}`), 409, refused);
  }
  expect((await a.delete(`/commissions/payments/${payment.json.data.id}`)).status).toBe(200);
  expect((await a.delete(`/representadas/${paid.id}`)).status).toBe(200);
  expect((await a.post('/commissions/payments', { representada_id: adjusted.id, valor: 150 })).status).toBe(201);
});

test('[COM-05] summary, statement, reconciliation and termination tell the same amounts', async () => {
  const both = await parties();
  const query = `representada_id=${both.representadaId}&mes=2026-03`;
  const pedido = word();
  await createSale(both, { pedido, data: '2026-02-10', itens: [item(1, 100)] });
  const summary = await a.get<{ representadas: { representada_id: string }[] }>('/commissions/summary?mes=2026-03');
  const row = summary.json.data.representadas.find(({ representada_id }) => representada_id === both.representadaId);
  expect(row).toMatchObject({ prevista: 0, devida: 0, vencida: 5, paga: 0, credito: 0 });
  const statement = await a.get(`/commissions/statement?${query}`);
  expect(statement.json.data).toMatchObject({ totais: { base: 100, valor: 5, pago: 0, aberto: 5 } });
  const reconciled = await a.send('POST', `/commissions/reconcile?${query}&registrar=true`, {
    headers: { 'content-type': 'text/csv' },
    body: `pedido;valor\n${pedido};5,00\n`,
  });
  expect([reconciled.status, reconciled.json.data]).toEqual([
    201,
    expect.objectContaining({ conferem: [expect.objectContaining({ pedido, valor: 5 })] }),
  ]);
  expect(await commissionsOf(both.representadaId)).toMatchObject([{ situacao: 'paga', pago: 5 }]);
  const termination = await a.get(
    `/commissions/termination?representada_id=${both.representadaId}&inicio=2025-01-01&data=2026-04-01`,
  );
  expect(termination.json.data).toMatchObject({ indenizacao: { base: 5, valor: 0.42 }, aviso_previo: { valor: 1.67 } });
});

test('[COM-06] adjustments, reports, and nothing of another company', async () => {
  const both = await parties();
  const sale = await createSale(both, { data: '2001-05-05', itens: [item(1, 100)] });
  const adjustment = { representada_id: both.representadaId, valor: -1.5, motivo: 'Acordo' };
  expect((await a.post('/commissions/adjustments', adjustment)).status).toBe(201);
  expectError(await b.post('/commissions/adjustments', adjustment), 404);
  const report = await a.get<{ chave: string; comissao: number }[]>(
    '/reports/sales?por=representada&de=2001-05-05&ate=2001-05-05',
  );
  expect(report.json.data.find(({ chave }) => chave === both.representadaId)).toMatchObject({ vendas: 1, comissao: 5 });
  const gone = await a.get<{ cliente_id: string }[]>('/reports/clients?sem_compra_ha=60');
  expect(gone.json.data).toEqual(expect.arrayContaining([expect.objectContaining({ cliente_id: both.clienteId })]));
  expectError(await b.get(`/sales/${sale.id}/receipts`), 404);
  expect((await b.get(`/commissions?representada_id=${both.representadaId}`)).json.data).toEqual([]);
});

test('[COM-07] the route of a day: last purchase and open amount, as JSON and CSV; sales by state', async () => {
  const both = await parties();
  await a.put(`/clients/${both.clienteId}`, { quinta: true, estado: 'TO' });
  await createSale(both, { data: '2001-06-07', itens: [item(1, 100)] });
  const open = await createSale(both, { data: '2001-06-06', status: 'Pedido', itens: [item(1, 50)] });
  await a.post(`/sales/${open.id}/receipts`, { valor: 20.01, data: '2001-06-08' });
  await createSale(both, { data: '2001-06-08', status: 'Cancelado', itens: [item(1, 7)] });
  const visits: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await a.get(`/reports/route?dia=quinta&limit=2&cursor=${encodeURIComponent(cursor)}`);
    const { data, next_cursor } = page.json as unknown as { data: typeof visits; next_cursor: string | null };
    visits.push(...data);
    cursor = next_cursor;
  }
  const own = visits.filter(({ cliente_id }) => cliente_id === both.clienteId);
  expect(own).toEqual([expect.objectContaining({ ultima_compra: '2001-06-07', aberto: 29.99, estado: 'TO' })]);
  const readFile = async (key: string): Promise<string> => {
    const path = '/api/v1/reports/route?dia=quinta&formato=csv';
    return (await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } })).text();
  };
  expect((await readFile(keys.a)).split('\r\n').filter((line) => line.startsWith(both.clienteId))).toEqual([
    expect.stringMatching(/;TO;2001-06-07;29,99$/),
  ]);
  expect(await readFile(keys.b)).not.toContain(both.clienteId);
  const byState = await a.get<{ chave: string }[]>('/reports/sales?por=estado&de=2001-06-06&ate=2001-06-08');
  expect(byState.json.data.find(({ chave }) => chave === 'TO')).toMatchObject({
    ...{ vendas: 2, total: 150, media: 75, canceladas: 1, total_cancelado: 7 },
  });
});
