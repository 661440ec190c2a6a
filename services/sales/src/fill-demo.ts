import { findClient, findRepresentada } from '@representa/contracts';
import { demoClients, demoId, demoProducts, demoRepresentadas } from '@representa/contracts/demo';
import type { Messaging } from '@representa/messaging';
import { runFillDemo, type SendDemo } from '@representa/records';
import { makeApp } from './app.ts';
import { demoSales, makeCalendar } from './demo/demo-sales.ts';

/** Clients and representadas are filled at the same time by their owners, with these names and terms. */
const ask = (async (operation: { subject: string }, { id, produtos }: { id: string; produtos?: string[] }) => {
  if (operation.subject === findClient.subject) {
    const client = demoClients.find((one) => one.id === id);
    return client ? { nome: client.nome, revision: 0, ativo: true } : null;
  }
  if (operation.subject !== findRepresentada.subject) throw new Error(`nobody answers ${operation.subject}`);
  const representada = demoRepresentadas.find((one) => one.id === id);
  if (!representada) return null;
  const rates = demoProducts.filter((one) => one.comissao !== null && produtos?.includes(one.id));
  return { ...representada, revision: 0, comissoes: rates.map((one) => [one.id, one.comissao]) };
}) as Messaging['ask'];

interface Step {
  daysAgo: number;
  run: (at: Date) => Promise<unknown>;
}

interface MonthSummary {
  data: { representadas: { representada_id: string; devida: number; vencida: number }[] };
}

/** The steps of a year, the oldest first. */
const stepsOf = (send: SendDemo, today: Date): Step[] => {
  const calendar = makeCalendar(today);
  const sales = demoSales(calendar).flatMap(({ id: saleId, soldOn, body, changes, receipts }): Step[] => [
    { daysAgo: soldOn, run: (at) => send(at, { id: saleId, url: '/sales', payload: body }) },
    ...changes.map(({ on, ...payload }) => ({
      daysAgo: on,
      run: (at: Date) => send(at, { method: 'PUT', url: `/sales/${saleId}`, payload }),
    })),
    ...receipts.map(({ on, id, ...receipt }) => ({
      daysAgo: on,
      run: (at: Date) =>
        send(at, { id, url: `/sales/${saleId}/receipts`, payload: { ...receipt, data: calendar.dateOf(on) } }),
    })),
  ]);

  let payments = 0;
  const pay = (at: Date, representada_id: string, valor: number, referencia: string, n = ++payments) =>
    send(at, {
      id: demoId('payment', n),
      url: '/commissions/payments',
      payload: { representada_id, valor, data: at.toISOString().slice(0, 10), referencia },
    });
  const payMonth = async (at: Date, representada_id: string): Promise<void> => {
    const mes = at.toISOString().slice(0, 7);
    const { data } = await send<MonthSummary>(at, { method: 'GET', url: `/commissions/summary?mes=${mes}` });
    const due = data.representadas.find((one) => one.representada_id === representada_id);
    const valor = due ? Math.round((due.devida + due.vencida) * 100) / 100 : 0;
    if (valor > 0) await pay(at, representada_id, valor, `TED ${mes}`);
  };
  const days = Array.from({ length: 364 }, (_, index) => 364 - index);
  const aurora = demoRepresentadas[0];
  const paymentsDue = demoRepresentadas.slice(0, 3).flatMap(({ id, comissao_dia }) => {
    const dueDays = days.filter((day) => calendar.at(day).getUTCDate() === comissao_dia);
    // Aurora has not paid the last month: it is overdue.
    return id === aurora?.id
      ? dueDays.slice(0, -1).map((day) => [day, id] as const)
      : dueDays.map((day) => [day, id] as const);
  });

  const bonus = { representada_id: aurora?.id, valor: 150, motivo: 'Bonificação de meta' };
  return [
    ...sales,
    ...paymentsDue.map(([daysAgo, id]) => ({ daysAgo, run: (at: Date) => payMonth(at, id) })),
    {
      daysAgo: 100,
      run: (at: Date) => send(at, { id: demoId('adjustment', 1), url: '/commissions/adjustments', payload: bonus }),
    },
    { daysAgo: 1, run: (at: Date) => pay(at, demoRepresentadas[2]?.id as string, 500, 'Adiantamento', 999) },
  ].toSorted((a, b) => b.daysAgo - a.daysAgo);
};

await runFillDemo({
  service: 'sales',
  sqlFolder: new URL('./sql/', import.meta.url),
  makeApp,
  ask,
  fill: async (send, today) => {
    const { at } = makeCalendar(today);
    for (const { daysAgo, run } of stepsOf(send, today)) await run(at(daysAgo));
  },
});
