import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { callWithin } from '@representa/contracts';
import type { EmpresaCall } from '@representa/service-kit';
import { longestPauseMs } from '@representa/testing';
import { expect, test } from 'vitest';
import { makeReportByState } from '../src/reports/report-by-state.ts';

const call = { ...callWithin(60_000), empresa_id: randomUUID() } as EmpresaCall;

test('a report of the most clients by state lets other requests have their turn', async () => {
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
  expect(await longestPauseMs(() => reportByState(call, range))).toBeLessThan(100);
  expect(await reportByState(call, range)).toMatchObject([{ vendas: 50_000, total: 1_249_980_000, comissao: 2_500 }]);
});
