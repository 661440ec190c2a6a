import { demoClients, demoId, demoPedido, demoProducts, demoRepresentadas } from '@representa/contracts/demo';
import type { z } from 'zod';
import type { createSaleBody } from '../sales/sales.schemas.ts';
import type { Status } from '../sales/status.rules.ts';

const saleCount = 240;
const dayMs = 86_400_000;

/** Days of the demo company, counted from today. */
export const makeCalendar = (today: Date) => {
  const at = (daysAgo: number): Date => new Date(today.getTime() - daysAgo * dayMs);
  return { at, dateOf: (daysAgo: number): string => at(daysAgo).toISOString().slice(0, 10) };
};

type Calendar = ReturnType<typeof makeCalendar>;

/** One sale of the demo company: what it is created with, and what happens to it. Days are days ago. */
export interface DemoSale {
  n: number;
  id: string;
  soldOn: number;
  body: z.input<typeof createSaleBody>;
  /** Changes of its status after its creation. */
  changes: { on: number; status: Status; motivo: string }[];
  receipts: { on: number; id: string; parcela: number; valor: number }[];
}

type Terms = 'paid' | 'one instalment' | 'three instalments';

const termsOf = (n: number): Terms => (n % 4 < 2 ? 'paid' : n % 4 === 2 ? 'one instalment' : 'three instalments');

/** Sold evenly over a year, the last one yesterday. */
const daysSince = (n: number): number => 1 + Math.floor(((saleCount - n) * 363) / (saleCount - 1));

const itemsOf = (n: number) => {
  const products = demoProducts.filter(({ representada }) => representada === demoRepresentadas[n % 3]?.id);
  return Array.from({ length: 1 + (n % 4) }, (_, i) => {
    const { id, preco } = products[(n * 5 + i * 3) % products.length] as (typeof products)[number];
    return { id, preco, quantidade: 6 * (1 + ((n + i) % 8)) };
  });
};

/** Equal instalments; the last one takes the rest. */
const split = (cents: number, count: number): number[] => {
  const each = Math.floor(cents / count);
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? each : cents - each * (count - 1)));
};

const statusAfter = (days: number): Status => {
  if (days <= 4) return 'Pedido';
  if (days <= 16) return 'Faturado';
  return days <= 22 ? 'Enviado' : 'Entregue';
};

const makeSale = ({ dateOf }: Calendar, n: number): DemoSale => {
  const soldOn = daysSince(n);
  const isCancelled = n % 29 === 0;
  const terms = soldOn <= 4 ? 'three instalments' : termsOf(n);
  const items = itemsOf(n);
  const total = items.reduce((sum, { preco, quantidade }) => sum + preco * quantidade, 0);
  const instalments = { paid: [], 'one instalment': [28], 'three instalments': [30, 60, 90] }[terms];
  const amounts = split(total, instalments.length).map((cents) => cents / 100);
  const status = terms === 'paid' ? 'PAGA' : statusAfter(soldOn);
  /** The newest have a history. */
  const isFollowed = soldOn > 4 && soldOn <= 30 && terms !== 'paid';
  return {
    n,
    id: demoId('sale', n),
    soldOn,
    body: {
      clienteId: demoClients[(n * 7 + 47) % 52]?.id as string,
      representadaId: demoRepresentadas[n % 3]?.id as string,
      pedido: demoPedido(n),
      data: dateOf(soldOn),
      status: isCancelled || isFollowed ? 'Pedido' : status,
      itens: items.map(({ id, preco, quantidade }) => ({ produtoId: id, quantidade, valorUnitario: preco / 100 })),
      ...(instalments.length > 0 && {
        parcelas: instalments.map((days, i) => ({ vencimento: dateOf(soldOn - days), valor: amounts[i] as number })),
      }),
    },
    changes: isCancelled
      ? [{ on: soldOn - 1, status: 'Cancelado', motivo: 'O cliente desistiu' }]
      : isFollowed
        ? [{ on: soldOn - 2, status, motivo: 'Emitida a nota fiscal' }]
        : [],
    // Some clients pay a few days late, and a few do not pay.
    receipts: instalments.flatMap((days, i) => {
      const on = soldOn - days - (n % 5 === 4 ? 6 : 0);
      if (isCancelled || on < 1 || n % 37 === 0) return [];
      return [{ on, id: demoId('receipt', n * 10 + i + 1), parcela: i + 1, valor: amounts[i] as number }];
    }),
  };
};

export const demoSales = (calendar: Calendar): DemoSale[] =>
  Array.from({ length: saleCount }, (_, index) => makeSale(calendar, index + 1));
