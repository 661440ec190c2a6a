import { randomUUID } from 'node:crypto';
import { limits } from '@representa/queues';
import { asEmpresa, asksForProblem } from '@representa/testing';
import type { LightMyRequestResponse } from 'fastify';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
beforeAll(async () => {
  service = await startSalesService();
});
afterAll(() => service.stop());

type Send = (empresa: string) => Promise<LightMyRequestResponse>;

const headersOf = (empresa: string) => ({ ...asEmpresa(empresa), ...asksForProblem });
const read =
  (path: string): Send =>
  (empresa) =>
    service.app.inject({ url: `/api/v1/${path}`, headers: headersOf(empresa) });

const reconcile: Send = (empresa) =>
  service.app.inject({
    method: 'POST',
    url: `/api/v1/commissions/reconcile?representada_id=${service.own(empresa)}&mes=2026-03`,
    headers: { ...headersOf(empresa), 'content-type': 'text/csv' },
    payload: 'pedido;valor\nA;5\n',
  });

test.each<[string, number, Send]>([
  ['report.busy', limits.report.running, read('reports/sales?por=mes&de=2026-01-01&ate=2026-12-31')],
  [
    'statement.busy',
    limits.pdf.running,
    (empresa) => read(`commissions/statement?formato=pdf&representada_id=${service.own(empresa)}`)(empresa),
  ],
  ['reconciliation.busy', limits.reconciliation.running, reconcile],
])(
  '%s: when %i companies have all that run at a time, another is told that it is busy',
  async (codigo, running, send) => {
    const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
    onTestFinished(() => admin.end());
    // All of them read one of these tables, and wait.
    await admin.begin(async (transaction) => {
      await transaction`lock table sales.sale, sales.commission_part in access exclusive mode`;
      const replies = Array.from({ length: running + 1 }, () => send(randomUUID()));
      const refused = await Promise.race(replies);
      expect(refused.json()).toMatchObject({ codigo, status: 503 });
      expect(refused.headers['retry-after']).toMatch(/^[15]$/);
    });
  },
);
