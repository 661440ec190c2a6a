import { randomUUID } from 'node:crypto';
import { fenceReference } from '@representa/contracts';
import { asEmpresa, saleBody } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let admin: Sql;
let empresa: string;
let cliente: string;
let representada: string;
beforeAll(async () => {
  service = await startSalesService();
  admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresa = randomUUID();
  cliente = own();
  representada = own();
});

const own = (): string => {
  const id = randomUUID();
  service.existing.set(`${empresa} ${id}`, { nome: 'X', revision: 0, ativo: true, comissao: 5 });
  return id;
};
const send = async (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object | string,
  headers: object = {},
) => {
  const type = typeof payload === 'string' && { 'content-type': 'text/csv' };
  const answer = await service.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...asEmpresa(empresa), ...type, ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, ...answer.json() };
};
const sell = (changes: object = {}) => send('POST', '/sales', saleBody(cliente, representada, changes));

/** Every number of the company's sequence has an entry in its audit. */
const expectNoHoles = async (): Promise<void> => {
  const [{ numbers, last }] = await admin<[{ numbers: number[]; last: number }]>`
    select array_agg(numero::int order by numero) as numbers,
      (select last::int from sales.change_sequence where empresa_id = ${empresa}) as last
    from sales.audit_entry where empresa_id = ${empresa}`;
  expect(numbers).toEqual(Array.from({ length: last }, (_, i) => i + 1));
};

test('a write of sales that is refused takes no change number', async () => {
  const stale = { 'if-match': '"99"' };
  const { data: taken } = await sell({ pedido: 'TAKEN', status: 'Pedido' });
  const { data: sale } = await sell({ status: 'Pedido' });
  const { data: receipt } = await send('POST', `/sales/${sale.id}/receipts`, { valor: 1 });
  const { data: payment } = await send('POST', '/commissions/payments', { representada_id: representada, valor: 0.05 });
  const { data: unpaid } = await sell({ status: 'Cancelado' });
  const fenced = own();
  const attempt = { empresa_id: empresa, id: fenced, kind: 'representada' as const, epoch: 1 };
  await service.catalog.ask(fenceReference, attempt, { deadline: performance.now() + 1_000 });
  const ofFenced = { representada_id: fenced, valor: 1, motivo: 'x' };
  const pay = (body: object) => send('POST', '/commissions/payments', { representada_id: representada, ...body });
  const receive = (id: string, valor: number) => send('POST', `/sales/${id}/receipts`, { valor });
  const reconcile = `/commissions/reconcile?representada_id=${representada}&registrar=true`;
  /** Asked for until its delete, which is carried out meanwhile, is decided. */
  const whileDeleted = async (write: () => Promise<{ status: number }>) => {
    service.existing.set(`${empresa} ${fenced}`, { nome: 'X', revision: 0, ativo: true });
    const answer = write();
    setTimeout(() => service.existing.delete(`${empresa} ${fenced}`), 100);
    return answer;
  };
  const refusals: [number, () => Promise<{ status: number }>][] = [
    [409, () => sell({ pedido: 'TAKEN' })],
    [409, () => send('PUT', `/sales/${unpaid.id}`, { status: 'Pedido' })],
    [409, () => send('PUT', `/sales/${sale.id}`, { pedido: 'TAKEN' })],
    [412, () => send('PUT', `/sales/${sale.id}`, {}, stale)],
    [404, () => send('PUT', `/sales/${randomUUID()}`, {})],
    [412, () => send('DELETE', `/sales/${taken.id}`, undefined, stale)],
    [409, () => send('DELETE', `/sales/${sale.id}`)],
    [404, () => send('DELETE', `/sales/${randomUUID()}`)],
    [409, () => receive(sale.id, 1_000_000)],
    [409, () => receive(unpaid.id, 0.01)],
    [404, () => receive(randomUUID(), 1)],
    [409, () => send('DELETE', `/sales/${sale.id}/receipts/${receipt.id}`)],
    [412, () => send('DELETE', `/sales/${sale.id}/receipts/${receipt.id}`, undefined, stale)],
    [404, () => send('DELETE', `/sales/${sale.id}/receipts/${randomUUID()}`)],
    [409, () => pay({ valor: 1, vendas: [unpaid.id] })],
    [412, () => send('DELETE', `/commissions/payments/${payment.id}`, undefined, stale)],
    [404, () => send('DELETE', `/commissions/payments/${randomUUID()}`)],
    [409, () => send('POST', reconcile, `pedido;valor\n${unpaid.pedido};5,00`)],
    [404, () => whileDeleted(() => send('POST', '/commissions/adjustments', ofFenced))],
    [404, () => whileDeleted(() => send('POST', '/commissions/payments', ofFenced))],
    [404, () => whileDeleted(() => send('POST', '/sales', saleBody(cliente, fenced)))],
  ];
  for (const [status, refused] of refusals) {
    const answer = await refused();
    expect([answer.status, refused.toString()]).toEqual([status, refused.toString()]);
  }
  expect((await send('DELETE', `/sales/${taken.id}`)).status).toBe(200);
  await expectNoHoles();
});

test('nor do the refused ones of sales that are created together', async () => {
  await sell({ pedido: 'TAKEN' });
  // The first goes alone, and the others wait for it.
  const codes = [undefined, 'TAKEN', 'A', 'TAKEN', 'TAKEN', 'B', 'A'];
  const answers = await Promise.all(codes.map((pedido) => sell({ pedido })));
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 409, 409, 201, 409]);
  await expectNoHoles();
});

test('writes at a time of one sale, of which some are decided again, have one number each', async () => {
  const { data: sale } = await sell({ status: 'Pedido' });
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) =>
      send('POST', `/sales/${sale.id}/receipts`, { valor: i % 2 ? 1_000_000 : 0.01 }),
    ),
    ...Array.from({ length: 4 }, (_, i) => send('PUT', `/sales/${sale.id}`, { motivo: String(i) })),
    ...Array.from({ length: 4 }, () => sell()),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await expectNoHoles();
});
