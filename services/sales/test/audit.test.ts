import { randomUUID } from 'node:crypto';
import { callWithin, readAudit } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, saleBody, until } from '@representa/testing';
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
  const [clienteId, representadaId] = [randomUUID(), randomUUID()];
  for (const id of [clienteId, representadaId])
    service.existing.set(`${empresa_id} ${id}`, { nome: 'x', revision: 0, ativo: true });
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
