import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { callWithin } from '@representa/contracts';
import type { RequestCall } from '@representa/service-kit';
import { bestOfThree, cpuMs, maxPauseMs } from '@representa/testing';
import { expect, test } from 'vitest';
import { makePaymentsRepository } from '../src/payments/payments.repository.ts';
import { makeReconcile } from '../src/reconciliation/reconcile.ts';
import type { Reconciliation } from '../src/reconciliation/reconciliation.schemas.ts';
import { makeReportByState } from '../src/reports/report-by-state.ts';

const call = { ...callWithin(60_000), empresa_id: randomUUID() } as RequestCall;

test('a report of the most clients by state lets other requests have their turn', bestOfThree, async () => {
  const clients = Array.from({ length: 50_000 }, (_, n) => ({
    ...{ chave: String(n), nome: '', vendas: 1, total: n + 0.1, media: n + 0.1, comissao: 0.05 },
    ...{ canceladas: 0, total_cancelado: 0 },
  }));
  const reportByState = makeReportByState({
    reports: { byClient: async () => clients },
    questions: {
      readClientStates: async (_call, ids) => {
        await setImmediate();
        return ids.map(() => 'SP');
      },
    },
  });
  const range = { de: '2026-01-01', ate: '2026-12-31' } as Parameters<typeof reportByState>[1];
  expect(await maxPauseMs(() => reportByState(call, range))).toBeLessThan(100);
  expect(await reportByState(call, range)).toMatchObject([{ vendas: 50_000, total: 1_249_980_000, comissao: 2_500 }]);
});

test('a reconciliation of the most rows lets other requests have their turn', bestOfThree, async () => {
  const due = Array.from({ length: 20_000 }, (_, n) => {
    const [sale_id, pedido] = [randomUUID(), `PED-2026-${n}`];
    return { origem_id: sale_id, sale_id, codigo: pedido, pedido, valor: n + 0.1, pago: 0, motivo: null };
  });
  const file = Buffer.from(
    `pedido;valor\n${due.map(({ pedido, valor }) => `${pedido};${valor.toFixed(2)}`).join('\n')}`,
  );
  const reconcile = makeReconcile({
    commissions: { amountsOfMonth: async () => due.slice(10_000) },
    reconciliations: { amountsOf: async (_call, _id, orders) => due.slice(0, orders.length / 2) },
    requireRepresentada: (async () => ({})) as never,
    now: () => new Date('2026-12-20T15:00:00Z'),
  });
  const query = { representada_id: randomUUID(), coluna_pedido: 'pedido', coluna_valor: 'valor', registrar: false };
  let compared: Reconciliation | undefined;
  const pause = await maxPauseMs(async () => {
    compared = await reconcile(call, query, file);
  });
  expect(pause).toBeLessThan(100);
  expect(compared?.conferem).toHaveLength(10_000);
  expect(compared?.outros_meses).toHaveLength(5_000);
  expect(compared?.desconhecidos).toHaveLength(5_000);
  expect(compared?.totais).toEqual({ valor: 149_996_000, valor_informado: 199_992_000, ja_pago: 0 });
});

test('a payment with the most allocations is parsed as fast as any JSON', bestOfThree, async () => {
  const allocation = { sale_id: randomUUID(), pedido: 'PED-2026-0001', parte: 1, valor: 5 };
  const payment = JSON.stringify({
    id: randomUUID(),
    alocacao: Array.from({ length: 20_000 }, () => allocation),
    created_at: '2026-11-15T12:00:00.1+00:00',
    estornado_em: null,
  });
  const payments = makePaymentsRepository({ within: async () => [{ payment }] } as never);
  const often = async (work: () => unknown): Promise<void> => {
    for (let n = 0; n < 10; n++) await work();
  };
  const parsing = await cpuMs(() => often(() => JSON.parse(payment)));
  expect(await cpuMs(() => often(() => payments.read(call, randomUUID())))).toBeLessThan(2.5 * parsing);
  const read = await payments.read(call, randomUUID());
  expect(read).toMatchObject({ created_at: '2026-11-15T12:00:00.100Z', estornado_em: null });
});
