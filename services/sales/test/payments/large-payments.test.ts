import { randomUUID } from 'node:crypto';
import { connectMessaging } from '@representa/messaging';
import { connectPostgres } from '@representa/postgres';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, brokenRules, testSecret } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp } from '../../src/app.ts';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
let admin: Sql;
let empresa: string;
let representada: string;

/** The largest request takes up to 3 s alone, and production gives it 4 s; but here other tests run at the same time. */
const timeoutMs = 20_000;

beforeAll(async () => {
  service = await startSalesService(timeoutMs);
  service.now.value = new Date('2026-12-20T15:00:00Z');
  admin = postgres(service.stack.adminUrl, {
    max: 1,
    onnotice: () => {},
    connection: { search_path: 'sales, extensions' },
  });
});
afterAll(async () => {
  // Without statistics the rules take minutes for so many sales.
  await admin`analyze`;
  expect(await brokenRules(admin, /commission|receipt/)).toEqual([]);
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresa = randomUUID();
  representada = service.own(empresa, { nome: 'Indústria' });
});

/** Paid sales `P1`, `P2` …, of which the representada owes 5.00 each. */
const addDueSales = async (count: number): Promise<void> => {
  await admin`
    insert into sale (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
      change, comissao, comissao_percentual, recebido, pago_em, faturada_em)
    select ${empresa}, uuidv7(), 'P' || n, date '2026-11-10', ${randomUUID()}, ${representada}, 'PAGA', 100, now(), now(), n, 5, 5,
      100, date '2026-11-10', date '2026-11-10' from generate_series(1, ${count}::int) n`;
  await admin`
    insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao)
    select empresa_id, id, 1, 'A', 1, 100, 100, 5 from sale where empresa_id = ${empresa}`;
  await admin`
    insert into change_sequence (empresa_id, last) values (${empresa}, ${count})`;
  await admin`
    select record_commission(${empresa}, array(
      select new_entry('devida', ${representada}, date '2026-12-15', id, 1, percentual => 5, base => 100, devida => 5)
      from sale where empresa_id = ${empresa}))`;
};

const send = async (method: 'GET' | 'POST', url: string, payload?: object | string) => {
  const answer = await service.app.inject({
    method,
    url: `/api/v1/commissions${url}`,
    headers: { ...asEmpresa(empresa), ...(typeof payload === 'string' && { 'content-type': 'text/csv' }) },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, ...answer.json() };
};
const pay = (valor: number) => send('POST', '/payments', { representada_id: representada, valor });

/** By a process in which every other request ends after half a second. */
const takeBackInTime = async (id: string): Promise<void> => {
  const timeoutMs = 500;
  const url = service.stack.databaseUrl('sales');
  const database = connectPostgres({ url, schema: 'sales', connections: 2, statementTimeoutMs: timeoutMs });
  const log = makeLogger('test', 'silent');
  const messaging = connectMessaging({ url: service.stack.natsUrl('sales'), process: 'sales', log });
  const config = { GATEWAY_SECRET: [testSecret], REQUEST_TIMEOUT_MS: timeoutMs, MAX_IN_FLIGHT: 512 };
  const app = makeApp({ config, database, messaging, log });
  const answer = await app.inject({
    method: 'DELETE',
    url: `/api/v1/commissions/payments/${id}`,
    headers: asEmpresa(empresa),
  });
  await Promise.all([app.close(), messaging.close(), database.end({ timeout: 1 })]);
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'Pagamento estornado com sucesso']);
};

test('a payment of more commissions than one can pay leaves the rest as credit, which the next one uses', async () => {
  await addDueSales(20_500);
  const first = await pay(20_500 * 5);
  expect([first.status, first.data]).toMatchObject([201, { alocacoes: 20_000, credito: 500 * 5 }]);
  expect(first.data.alocacao).toHaveLength(100);
  expect((await send('GET', '?situacao=vencida&limit=1')).data).toHaveLength(1);
  expect(await pay(0.01)).toMatchObject({ status: 201, data: { alocacoes: 0, credito: 0.01 } });
  const { data } = await send('GET', '/payments');
  expect(data).toMatchObject([{ credito: 0.01 }, { alocacoes: 20_500, credito: 0 }]);
  expect((await send('GET', '?situacao=vencida')).data).toEqual([]);
  await takeBackInTime(data[1].id);
  expect((await send('GET', '/payments')).data).toMatchObject([{ credito: 0.01 }, { alocacoes: 0, credito: 0 }]);
  expect((await send('GET', '?situacao=vencida&limit=1')).data).toHaveLength(1);
});

test('so do many small credits for one commission', async () => {
  await admin`
    insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, created_at)
    select ${empresa}, uuidv7(), ${representada}, date '2026-11-10', 0.01, '', now() from generate_series(1, 21000)`;
  await admin`
    select record_commission(${empresa}, array(select new_entry('paga', ${representada}, data, payment_id => id, credito => valor)
      from commission_payment where empresa_id = ${empresa}))`;
  await admin`
    select record_commission(${empresa},
      array[new_entry('ajuste', ${representada}, date '2026-12-10', uuidv7(), 1, devida => 500, motivo => 'Acordo')])`;
  expect((await pay(0.01)).status).toBe(201);
  expect((await send('GET', '')).data).toMatchObject([{ pago: 200 }]);
});

test('a reconciliation of the most rows is recorded', async () => {
  await addDueSales(20_000);
  const rows = Array.from({ length: 20_000 }, (_, n) => `P${n + 1};5,00`);
  const file = ['pedido;valor', ...rows].join('\n');
  const { status, data } = await send(
    'POST',
    `/reconcile?representada_id=${representada}&mes=2026-12&registrar=true`,
    file,
  );
  expect([status, data.conferem.length]).toEqual([201, 20_000]);
  expect(await send('GET', '/payments')).toMatchObject({ data: [{ alocacoes: 20_000, credito: 0 }] });
});
