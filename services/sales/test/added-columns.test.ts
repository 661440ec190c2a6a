import { randomUUID } from 'node:crypto';
import { asEmpresa } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
beforeAll(async () => {
  service = await startSalesService();
});
afterAll(() => service.stop());

/** Migrations come before functions: until then the functions of this release run on the tables of the next. */
test('a column that the next release adds to any table breaks no write', async () => {
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  const tables = await admin`select tablename as name from pg_tables where schemaname = 'sales'`;
  for (const { name } of tables) await admin.unsafe(`alter table sales.${name} add column of_next_release int`);
  await admin.end();

  const [empresa, cliente, representada] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [cliente, representada])
    service.existing.set(`${empresa} ${id}`, { nome: 'X', revision: 0, ativo: true, comissao: 5 });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = { ...asEmpresa(empresa), 'idempotency-key': randomUUID() };
    const answer = await service.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
    const { data, error } = answer.json();
    expect([method, url, answer.statusCode, error]).toEqual([method, url, method === 'POST' ? 201 : 200, undefined]);
    return data;
  };
  const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: 100 }];
  const sale = { clienteId: cliente, representadaId: representada, itens };
  const { id } = await send('POST', '/sales', { ...sale, status: 'Pedido' });
  const receipt = await send('POST', `/sales/${id}/receipts`, { valor: 50 });
  await send('DELETE', `/sales/${id}/receipts/${receipt.id}`);
  await send('POST', `/sales/${id}/receipts`, { valor: 50 });
  await send('PUT', `/sales/${id}`, { status: 'PAGA' });
  await send('POST', '/commissions/adjustments', { representada_id: representada, valor: -1, motivo: 'Acordo' });
  const payment = await send('POST', '/commissions/payments', { representada_id: representada, valor: 3 });
  await send('DELETE', `/commissions/payments/${payment.id}`);
  await send('PUT', `/sales/${id}`, { status: 'CANCELADA' });
  await send('DELETE', `/sales/${id}`);
});
