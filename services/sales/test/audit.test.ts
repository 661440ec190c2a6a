import { randomUUID } from 'node:crypto';
import { callWithin, readAudit } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, saleBody, until, withoutAudit } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let gateway: Messaging;
beforeAll(async () => {
  service = await startSalesService();
  const log = makeLogger('test', 'silent');
  gateway = connectMessaging({ url: service.stack.natsUrl('gateway'), process: 'gateway', log });
  await until('the gateway is connected', () => gateway.connected);
});
afterAll(async () => {
  await gateway.close();
  await service.stop();
});

test('each write leaves an entry with its own request, also of sales that are created together', async () => {
  const empresa_id = randomUUID();
  const [clienteId, representadaId] = [service.own(empresa_id), service.own(empresa_id)];
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = asEmpresa(empresa_id);
    const reply = await service.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
    return { request_id: headers['x-request-id'], ...reply.json() };
  };
  const body = saleBody(clienteId, representadaId, { status: 'Pedido' });
  const created = await Promise.all(Array.from({ length: 5 }, () => send('POST', '/sales', body)));
  const { id } = created[0].data;
  await send('PUT', `/sales/${id}`, {
    itens: [{ produtoId: 'x', quantidade: 1, valorUnitario: 1 }],
    status: 'Faturado',
  });
  await send('PUT', `/sales/${id}`, { status: 'Pedido' });
  await send('DELETE', `/sales/${id}`);

  const entries = await gateway.ask(readAudit.sales, { empresa_id, limit: 10 }, callWithin(2_000));
  expect(entries.slice(0, 2)).toMatchObject([
    { operacao: 'excluir', recurso: 'sales', id, campos: null },
    { operacao: 'alterar', recurso: 'sales', id, campos: ['status', 'valor_total', 'itens'] },
  ]);
  const creations = entries.slice(2).map((entry) => [entry.operacao, entry.id, entry.request_id]);
  expect(creations.sort()).toEqual(created.map((one) => ['criar', one.data.id, one.request_id]).sort());
});

test('a write whose entry cannot be written is not made', async () => {
  const empresa_id = randomUUID();
  const [clienteId, representada_id] = [service.own(empresa_id), service.own(empresa_id, { comissao: 5 })];
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    service.app.inject({ method, url: `/api/v1${path}`, headers: asEmpresa(empresa_id), ...(payload && { payload }) });
  const body = saleBody(clienteId, representada_id, { status: 'Pedido' });
  const idOf = async (path: string, payload: object): Promise<string> =>
    (await send('POST', path, payload)).json().data.id;
  const [sale, unused] = [await idOf('/sales', body), await idOf('/sales', body)];
  const money = { representada_id, valor: 0.01 };
  const payment = await idOf('/commissions/payments', money);
  const receipt = await idOf(`/sales/${sale}/receipts`, { valor: 0.01 });
  const paths = [
    ...['/sales', '/sales/changes', `/sales/${sale}`, `/sales/${sale}/history`, `/sales/${sale}/receipts`],
    ...['/commissions', '/commissions/payments'],
  ];
  const state = async () => Promise.all(paths.map(async (path) => (await send('GET', path)).json()));
  const before = await state();
  const writes = async () => [
    // Together, as one batch.
    ...(await Promise.all([send('POST', '/sales', body), send('POST', '/sales', body)])),
    await send('PUT', `/sales/${sale}`, { motivo: 'x' }),
    await send('POST', `/sales/${sale}/receipts`, { valor: 0.01 }),
    await send('DELETE', `/sales/${sale}/receipts/${receipt}`),
    await send('POST', '/commissions/payments', money),
    await send('POST', '/commissions/adjustments', { ...money, motivo: 'x' }),
    await send('DELETE', `/commissions/payments/${payment}`),
    await send('DELETE', `/sales/${unused}`),
  ];
  const { adminUrl } = service.stack;
  const replies = await withoutAudit({ adminUrl, schema: 'sales', empresa_id }, writes);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 500));
  expect(await state()).toEqual(before);
  const repeated = (await writes()).map(({ statusCode }) => statusCode);
  expect(repeated).toEqual([201, 201, 200, 201, 200, 201, 201, 200, 200]);
});
