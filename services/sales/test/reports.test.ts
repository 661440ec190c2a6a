import { randomUUID } from 'node:crypto';
import { asEmpresa } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let empresa: string;
let cliente: string;
let representada: string;
beforeAll(async () => {
  service = await startSalesService();
  service.now.value = new Date('2026-11-20T15:00:00Z');
});
afterAll(() => service.stop());
beforeEach(() => {
  empresa = randomUUID();
  [cliente, representada] = [own('Mercado'), own('Indústria')] as [string, string];
});

const own = (nome: string): string => {
  const id = randomUUID();
  service.existing.set(`${empresa} ${id}`, { nome, revision: 0, ativo: true, comissao: 10 });
  return id;
};
const read = (path: string) => service.app.inject({ url: `/api/v1/reports/${path}`, headers: asEmpresa(empresa) });
const sell = (data: string, valorUnitario: number, changes: object = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/sales',
    headers: asEmpresa(empresa),
    payload: {
      clienteId: cliente,
      representadaId: representada,
      data,
      itens: [
        { produtoId: 'A', quantidade: 1, valorUnitario },
        { produtoId: 'B', quantidade: 1, valorUnitario: 1 },
      ],
      ...changes,
    },
  });
const report = async (por: string, range = 'de=2026-01-01&ate=2026-12-31') =>
  (await read(`sales?por=${por}&${range}`)).json().data;

test('sales by day, month, client, representada, product and status; cancelled ones apart', async () => {
  await sell('2026-01-31', 9);
  await sell('2026-02-01', 19);
  await sell('2026-02-01', 29, { status: 'Cancelado' });
  await sell('2025-12-31', 99);
  const february = { vendas: 1, total: 20, media: 20, comissao: 2, canceladas: 1, total_cancelado: 30 };
  expect(await report('mes')).toMatchObject([
    { chave: '2026-01', vendas: 1, total: 10 },
    { chave: '2026-02', ...february },
  ]);
  expect(await report('dia', 'de=2026-02-01&ate=2026-02-01')).toMatchObject([{ chave: '2026-02-01', ...february }]);
  const all = { vendas: 2, total: 30, media: 15, comissao: 3, canceladas: 1, total_cancelado: 30 };
  expect(await report('cliente')).toEqual([{ chave: cliente, nome: 'Mercado', ...all }]);
  expect(await report('representada')).toEqual([{ chave: representada, nome: 'Indústria', ...all }]);
  expect(await report('produto')).toMatchObject([
    { chave: 'A', vendas: 2, total: 28, comissao: 2.8, canceladas: 1, total_cancelado: 29 },
    { chave: 'B', vendas: 2, total: 2, comissao: 0.2 },
  ]);
  expect(await report('status')).toMatchObject([
    { chave: 'PAGA', vendas: 2, total: 30 },
    { chave: 'Cancelado', vendas: 0, total: 0, media: 0, canceladas: 1 },
  ]);
  const csv = await read('sales?por=mes&de=2026-01-01&ate=2026-01-31&formato=csv');
  expect(csv.body).toBe(
    '\uFEFFchave;nome;vendas;total;media;comissao;canceladas;total_cancelado\r\n2026-01;2026-01;1;10;10;1;0;0\r\n',
  );
  empresa = randomUUID();
  expect(await report('mes')).toEqual([]);
  for (const bad of ['sales?por=x&de=2026-01-01&ate=2026-01-01', 'sales?por=dia', 'clients?sem_compra_ha=-1'])
    expect((await read(bad)).statusCode).toBe(400);
});

test('who stopped buying: last purchase, usual interval, total of twelve months', async () => {
  for (const data of ['2025-06-01', '2026-06-01', '2026-07-01']) await sell(data, 9);
  cliente = own('Ativo');
  await sell('2026-11-01', 99);
  cliente = own('Único');
  await sell('2026-09-20', 4);
  expect((await read('clients?sem_compra_ha=60')).json().data).toEqual([
    {
      cliente_id: expect.any(String),
      cliente_nome: 'Mercado',
      ultima_compra: '2026-07-01',
      dias_sem_compra: 142,
      intervalo_medio: 197.5,
      total_12_meses: 20,
    },
    expect.objectContaining({ cliente_nome: 'Único', intervalo_medio: null, dias_sem_compra: 61 }),
  ]);
  expect((await read('clients?sem_compra_ha=61')).json().data).toHaveLength(1);
});
