import { randomUUID } from 'node:crypto';
import { asEmpresa, until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  const read = () => service.app.inject({ url, headers });
  let pdf = await read();
  // Printing takes long on a busy machine, which the service takes for overload.
  await until('the PDF is there', async () => {
    if (pdf.statusCode !== 200) pdf = await read();
    return pdf.statusCode === 200;
  });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.headers['content-disposition']).toBe('attachment; filename="comissoes-2026-12.pdf"');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
}, 60_000);
