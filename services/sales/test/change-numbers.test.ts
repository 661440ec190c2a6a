import { randomUUID } from 'node:crypto';
import { atMost, fenceReference } from '@representa/contracts';
import { connectPostgres, type Database, DeadlinePassed } from '@representa/postgres';
import { asEmpresa, plannedCall, saleBody } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeReceiptsRepository } from '../src/receipts/receipts.repository.ts';
import { makeSalesRepository } from '../src/sales/sales.repository.ts';
import { makeWriteSale } from '../src/sales/write-sale.repository.ts';
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

const own = (): string => service.own(empresa, { comissao: 5 });
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
  const ofFenced = { representada_id: fenced, valor: 1 };
  const pay = (body: object) => send('POST', '/commissions/payments', { representada_id: representada, ...body });
  const receive = (id: string, valor: number) => send('POST', `/sales/${id}/receipts`, { valor });
  const reconcile = `/commissions/reconcile?representada_id=${representada}&registrar=true`;
  /** Asked for until its delete, which is carried out meanwhile, is decided. */
  const whileDeleted = async (write: () => Promise<{ status: number }>) => {
    service.own(empresa, {}, fenced);
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
    [404, () => whileDeleted(() => send('POST', '/commissions/adjustments', { ...ofFenced, motivo: 'x' }))],
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

describe('what comes between reading a sale and writing it', () => {
  /** As the service writes, but something else comes first, once. */
  const writing = (comesFirst: () => Promise<unknown>) => {
    const url = service.stack.databaseUrl('sales');
    const database = connectPostgres({ url, schema: 'sales', connections: 1, statementTimeoutMs: 5_000 });
    onTestFinished(() => database.end());
    let reads = 0;
    const within: Database['within'] = async (call, statement, sending) => {
      const rows = await database.within(call, statement, sending);
      if (statement.texts.join().includes('"receiptCount"') && ++reads === 1) await comesFirst();
      return rows;
    };
    const call = { ...plannedCall(), empresa_id: empresa };
    return { call, write: makeWriteSale({ ...database, within }), database, reads: () => reads };
  };
  const receiptOf = async (sale: string): Promise<string> => {
    const { data } = await send('POST', `/sales/${sale}/receipts`, { valor: 1 });
    return data.id;
  };

  test('a payment, which raises no version, is seen: the receipt that it paid is not taken back', async () => {
    const { data: sale } = await sell({ status: 'Pedido' });
    const receipt = await receiptOf(sale.id);
    const { call, write, database, reads } = writing(() =>
      send('POST', '/commissions/payments', { representada_id: representada, valor: 0.01 }),
    );
    const taken = makeReceiptsRepository(database, write).remove(call, sale.id, receipt);
    await expect(taken).rejects.toThrow('A comissão deste recebimento já foi paga');
    expect(reads()).toBe(2);
    await expectNoHoles();
  });

  test('so is one of another receipt, which does not matter', async () => {
    const { data: sale } = await sell({ status: 'Pedido' });
    const paid = await receiptOf(sale.id);
    await send('POST', '/commissions/payments', { representada_id: representada, valor: 0.05 });
    const receipt = await receiptOf(sale.id);
    const { call, write, database } = writing(async () => {});
    expect(await makeReceiptsRepository(database, write).remove(call, sale.id, receipt)).toEqual({ id: sale.id });
    expect((await send('DELETE', `/sales/${sale.id}/receipts/${paid}`)).status).toBe(409);
  });

  test('a sale whose commission was paid meanwhile is not deleted; one that was deleted is not there', async () => {
    const { data: sale } = await sell();
    const payment = writing(() =>
      send('POST', '/commissions/payments', { representada_id: representada, valor: 0.01 }),
    );
    const deleted = makeSalesRepository(payment.database, payment.write).remove(payment.call, sale.id);
    await expect(deleted).rejects.toThrow('A comissão desta venda já foi paga');
    const { data: other } = await sell({ status: 'Cancelado' });
    const removal = writing(() => send('DELETE', `/sales/${other.id}`));
    expect(await makeSalesRepository(removal.database, removal.write).remove(removal.call, other.id)).toBeUndefined();
    await expectNoHoles();
  });

  test('another change: the sale is decided again on what it is now', async () => {
    const { data: sale } = await sell({ status: 'Pedido' });
    const { call, write, database, reads } = writing(() => send('POST', `/sales/${sale.id}/receipts`, { valor: 1 }));
    const receipt = { valor: sale.valor_total - 1, data: '2026-01-01' };
    expect(await makeReceiptsRepository(database, write).create(call, sale.id, receipt)).toMatchObject(receipt);
    expect(reads()).toBe(2);
    await expectNoHoles();
  });

  test('as long as there is time', async () => {
    const { data: sale } = await sell({ status: 'Pedido' });
    const { call, database } = writing(async () => {});
    let changes = 0;
    const within: Database['within'] = async (asked, statement, sending) => {
      const rows = await database.within(asked, statement, sending);
      if (statement.texts.join().includes('"receiptCount"'))
        await send('PUT', `/sales/${sale.id}`, { motivo: `${++changes}` });
      return rows;
    };
    const deleted = makeSalesRepository(database, makeWriteSale({ ...database, within })).remove(
      atMost(call, 2_000),
      sale.id,
    );
    await expect(deleted).rejects.toThrow(DeadlinePassed);
    expect(changes).toBeGreaterThan(1);
    await expectNoHoles();
  });
});

test('of sales that are created together, the refused ones take no number', async () => {
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
