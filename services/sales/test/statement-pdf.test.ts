import { randomUUID } from 'node:crypto';
import { asEmpresa } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Statement } from '../src/statement/statement.schemas.ts';
import { statementAsPdf } from '../src/statement/statement-pdf.ts';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
beforeAll(async () => {
  service = await startSalesService();
  service.now.value = new Date('2026-11-20T15:00:00Z');
});
afterAll(() => service.stop());

test('a statement as a PDF has as many pages as it needs', async () => {
  const [empresa, cliente, representada] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [cliente, representada])
    service.existing.set(`${empresa} ${id}`, { nome: 'Açúcar União', revision: 0, ativo: true, comissao: 5 });
  const headers = asEmpresa(empresa);
  for (let n = 0; n < 60; n++) {
    const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: 1234.56 + n }];
    const payload = { clienteId: cliente, representadaId: representada, data: '2026-11-10', itens };
    expect((await service.app.inject({ method: 'POST', url: '/api/v1/sales', headers, payload })).statusCode).toBe(201);
  }
  const url = `/api/v1/commissions/statement?representada_id=${representada}&mes=2026-12&formato=pdf`;
  const pdf = await service.app.inject({ url, headers });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.headers['content-disposition']).toBe('attachment; filename="comissoes-2026-12.pdf"');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
}, 60_000);

test('a statement is refused when its PDF could not be made in time', async () => {
  const [empresa, representada] = [randomUUID(), randomUUID()];
  service.existing.set(`${empresa} ${representada}`, { nome: 'Indústria', revision: 0, ativo: true });
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  const add = (rows: number) => admin`
    insert into sales.commission_part
      (empresa_id, origem_id, parte, representada_id, vencimento, percentual, base, prevista, devida, paga)
    select ${empresa}, gen_random_uuid(), 1, ${representada}, '2026-12-15', 5, 100, 0, 5, 0
    from generate_series(1, ${rows}::int)`;
  const status = async (formato: string) => {
    const url = `/api/v1/commissions/statement?representada_id=${representada}&mes=2026-12&formato=${formato}`;
    return (await service.app.inject({ url, headers: asEmpresa(empresa) })).statusCode;
  };
  await add(1_000);
  expect(await status('pdf')).toBe(200);
  await add(1);
  expect([await status('pdf'), await status('csv'), await status('json')]).toEqual([400, 200, 200]);
  await add(1_000);
  expect([await status('csv'), await status('json')]).toEqual([400, 400]);
}, 60_000);

test('a long statement lets other requests have their turn every ten rows', async () => {
  const commission = {
    ...{ sale_id: randomUUID(), pedido: 'PED-2026-0001', parte: 1, parcela: 1, representada_id: randomUUID() },
    ...{ cliente_id: randomUUID(), base: 1234.56, percentual: 5, valor: 61.73, pago: 0, situacao: 'devida' as const },
    ...{ vencimento: '2026-12-15', pago_em: null },
  };
  const statement: Statement = {
    ...{
      empresa_nome: 'Representações',
      representada_id: randomUUID(),
      representada_nome: 'Indústria',
      mes: '2026-12',
    },
    comissoes: Array(200).fill(commission),
    totais: { base: 1, valor: 1, pago: 0, aberto: 1 },
  };
  let turns = 0;
  let isOver = false;
  const takeTurn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  takeTurn();
  await statementAsPdf(statement);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(20);
}, 60_000);
