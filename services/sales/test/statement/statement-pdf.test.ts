import { randomUUID } from 'node:crypto';
import { callWithin } from '@representa/contracts';
import { DeadlinePassed } from '@representa/postgres';
import { asEmpresa, asksForProblem, bestOfThree, cpuMs, maxPauseMs } from '@representa/testing';
import PdfDocument from 'pdfkit';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Statement } from '../../src/statement/statement.schemas.ts';
import { statementAsPdf } from '../../src/statement/statement-pdf.ts';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
beforeAll(async () => {
  service = await startSalesService();
  service.now.value = new Date('2026-11-20T15:00:00Z');
});
afterAll(() => service.stop());

test('a statement as a PDF has as many pages as it needs', async () => {
  const empresa = randomUUID();
  const cliente = service.own(empresa, { nome: 'Açúcar União' });
  const representada = service.own(empresa, { nome: 'Açúcar União', comissao: 5 });
  const headers = asEmpresa(empresa);
  for (let n = 0; n < 60; n++) {
    const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: 1234.56 + n }];
    await service.createSale(empresa, { clienteId: cliente, representadaId: representada, data: '2026-11-10', itens });
  }
  const url = `/api/v1/commissions/statement?representada_id=${representada}&mes=2026-12&formato=pdf`;
  const pdf = await service.app.inject({ url, headers });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.headers['content-disposition']).toBe('attachment; filename="comissoes-2026-12.pdf"');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
}, 60_000);

test('a statement is refused when its PDF could not be made in time', async () => {
  const empresa = randomUUID();
  const representada = service.own(empresa, { nome: 'Indústria' });
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  const add = (rows: number) => admin`
    insert into sales.commission_part
      (empresa_id, origem_id, parte, representada_id, vencimento, percentual, base, prevista, devida, paga)
    select ${empresa}, gen_random_uuid(), 1, ${representada}, '2026-12-15', 5, 100, 0, 5, 0
    from generate_series(1, ${rows}::int)`;
  const read = async (formato: string) => {
    const url = `/api/v1/commissions/statement?representada_id=${representada}&mes=2026-12&formato=${formato}`;
    return service.app.inject({ url, headers: { ...asEmpresa(empresa), ...asksForProblem } });
  };
  const status = async (formato: string) => (await read(formato)).statusCode;
  await add(1_000);
  expect(await status('pdf')).toBe(200);
  await add(1);
  expect([await status('pdf'), await status('csv'), await status('json')]).toEqual([400, 200, 200]);
  await add(1_000);
  expect([await status('csv'), await status('json')]).toEqual([400, 400]);
  expect((await read('json')).json().codigo).toBe('statement.too_long');
}, 60_000);

test('one PDF of a company is made at a time', async () => {
  const [empresa, other] = [randomUUID(), randomUUID()];
  const representada = service.own(empresa, { nome: 'Indústria' });
  service.own(other, { nome: 'Indústria' }, representada);
  const read = (one: string, formato: string) => {
    const url = `/api/v1/commissions/statement?representada_id=${representada}&mes=2026-12&formato=${formato}`;
    return service.app.inject({ url, headers: asEmpresa(one) });
  };
  const answers = await Promise.all([
    ...[read(empresa, 'pdf'), read(empresa, 'pdf'), read(empresa, 'csv'), read(other, 'pdf')],
  ]);
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 429, 200, 200]);
  expect(answers[1]?.json()).toEqual({ error: 'Já há um extrato em PDF desta empresa em andamento' });
  expect(answers[1]?.headers['retry-after']).toBe('5');
  expect((await read(empresa, 'pdf')).statusCode).toBe(200);
  const missing = `/api/v1/commissions/statement?representada_id=${randomUUID()}&formato=pdf`;
  for (const _try of [1, 2])
    expect((await service.app.inject({ url: missing, headers: asEmpresa(empresa) })).statusCode).toBe(404);
});

const statementOf = (motivo: (row: number) => string): Statement => ({
  ...{ empresa_nome: 'Representações', representada_id: randomUUID(), representada_nome: 'Indústria', mes: '2026-12' },
  ...{
    representada_cnpj: '11222333000181',
    representada_endereco: 'Av. Brasil, 1500 – Campinas/SP',
    emitido_em: '2026-11-20',
  },
  pagamentos: [],
  comissoes: Array.from({ length: 1_000 }, (_, row) => ({
    ...{ sale_id: null, ajuste_id: randomUUID(), pedido: null, parte: 1, parcela: 1, representada_id: randomUUID() },
    ...{ cliente_id: null, base: 1234.56, percentual: 5, valor: 61.73, pago: 0, situacao: 'devida' as const },
    ...{ vencimento: '2026-12-15', pago_em: null, motivo: motivo(row) },
    ...{ cliente_nome: null, data_venda: null, recebido_em: null },
  })),
  totais: { base: 1, valor: 1, pago: 0, aberto: 1, situacoes: [] },
});

test(
  'the longest statement of long words takes little time and lets other requests have their turn',
  bestOfThree,
  async () => {
    const statement = statementOf((row) => `${row}${'abcdefghij'.repeat(50)}`.slice(0, 500));
    let pause = 0;
    const cpu = await cpuMs(async () => {
      pause = await maxPauseMs(() => statementAsPdf(callWithin(60_000), statement));
    });
    expect(cpu).toBeLessThan(4_000);
    // To open and to embed the two fonts takes up to a tenth of a second.
    expect(pause).toBeLessThan(200);
  },
);

/** The texts that a PDF was made of. */
const textsOf = async (statement: Statement): Promise<{ texts: string[]; pages: number }> => {
  const drawn = vi.spyOn(PdfDocument.prototype, 'text');
  try {
    const pdf = await statementAsPdf(callWithin(60_000), statement);
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    return { texts: drawn.mock.calls.map(([text]) => String(text)), pages };
  } finally {
    drawn.mockRestore();
  }
};

const soldRow = (row: number): Statement['comissoes'][number] => ({
  ...{ sale_id: randomUUID(), pedido: `${row}-${'LONGO'.repeat(9)}`.slice(0, 50), parte: 1, parcela: 2 },
  ...{
    representada_id: randomUUID(),
    cliente_id: randomUUID(),
    cliente_nome: `Cliente ${row} ${'de nome longo '.repeat(17)}`,
  },
  ...{ data_venda: '2026-10-05', recebido_em: '2026-11-02', base: 1234.5, percentual: 5, valor: 61.73, pago: 10 },
  ...{ situacao: 'vencida' as const, vencimento: '2026-12-15', pago_em: null },
});

test.each([1, 40, 500])(
  'a statement of %i rows has every text whole, and its title on each page',
  async (rows) => {
    const comissoes = Array.from({ length: rows }, (_, row) => soldRow(row));
    const amounts = { base: 1, valor: 3.21, pago: 1.23, aberto: 1.98 };
    const situacoes = [{ situacao: 'vencida' as const, comissoes: rows, ...amounts }];
    const pagamentos = [{ pagamento_id: randomUUID(), data: '2026-12-20', referencia: 'TED 4711', valor: 10 }];
    const statement = { ...statementOf(() => ''), comissoes, totais: { ...amounts, situacoes }, pagamentos };
    const { texts, pages } = await textsOf(statement);
    const written = texts.join(' ').replaceAll(' ', '');
    for (const { pedido, cliente_nome } of comissoes) {
      expect(written).toContain(pedido);
      expect(written).toContain(cliente_nome?.replaceAll(' ', ''));
    }
    expect(pages > 1).toBe(rows > 1);
    expect(texts.filter((text) => text.startsWith('Extrato de comissões'))).toHaveLength(pages);
    for (const text of [
      'Indústria',
      'CNPJ: 11.222.333/0001-81',
      'Emitido em: 20/11/2026',
      'Mês de vencimento: 12/2026',
    ])
      expect(texts).toContain(text);
    for (const text of [
      '05/10/2026',
      '02/11/2026',
      '10,00',
      'TED 4711',
      '20/12/2026',
      '1,98',
      `Página ${pages} de ${pages}`,
    ])
      expect(texts).toContain(text);
  },
  60_000,
);

test('a statement is given up at the deadline', async () => {
  const statement = statementOf(() => 'Acordo');
  await expect(statementAsPdf(callWithin(1), statement)).rejects.toThrow(DeadlinePassed);
});
