import fc from 'fast-check';
import type { Sql } from 'postgres';
import { expect } from 'vitest';

/** When a commission becomes due: when the client pays, or when the order is invoiced. */
export type Rule = 'recebimento' | 'faturamento';

/** A sale as the model knows it, in cents. */
export interface ModelSale {
  id: string;
  total: number;
  rate: number;
  rule: Rule;
  status: 'open' | 'invoiced' | 'paid' | 'cancelled';
  /** The values of the instalments that it was given. */
  parcelas: number[] | null;
  /** One per instalment: its value, and what each receipt brought of it. */
  instalments: { value: number; received: Map<string, { amount: number; earned: number }> }[];
}

const halfUp = (dividend: bigint, divisor: bigint): number => Number((2n * dividend + divisor) / (2n * divisor));
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);
/** `rate` in millionths of a percent. */
const commissionOf = ({ total, rate }: { total: number; rate: number }): number =>
  halfUp(BigInt(total) * BigInt(rate), 100_000_000n);
const shares = (sale: ModelSale): number[] => {
  let before = 0;
  let until = 0;
  return sale.instalments.map(({ value }) => {
    until += value;
    const share = halfUp(BigInt(commissionOf(sale)) * BigInt(until), BigInt(sale.total)) - before;
    before += share;
    return share;
  });
};
const receivedOf = ({ received }: ModelSale['instalments'][number]): number =>
  sum([...received.values()].map(({ amount }) => amount));
const earnedOf = ({ received }: ModelSale['instalments'][number]): number =>
  sum([...received.values()].map(({ earned }) => earned));

/** What is due of a sale: by its receipts, or all of it when it is paid; by the other rule all of it when it is invoiced. */
const dueOf = (sale: ModelSale): number => {
  if (sale.status === 'cancelled') return 0;
  const isMet = sale.status === 'paid' || (sale.rule === 'faturamento' && sale.status === 'invoiced');
  return isMet ? commissionOf(sale) : sum(sale.instalments.map(earnedOf));
};

const receive = (sale: ModelSale, id: string, valor: number): void => {
  let left = valor;
  const share = shares(sale);
  sale.instalments.forEach((instalment, i) => {
    const amount = Math.min(left, instalment.value - receivedOf(instalment));
    if (amount === 0) return;
    left -= amount;
    const target =
      sale.rule === 'faturamento'
        ? 0
        : halfUp(BigInt(share[i] ?? 0) * BigInt(receivedOf(instalment) + amount), BigInt(instalment.value));
    instalment.received.set(id, { amount, earned: Math.max(0, target - earnedOf(instalment)) });
  });
};

export const sell = fc.record({
  kind: fc.constant('sell' as const),
  cents: fc.integer({ min: 1, max: 500_000 }),
  parts: fc.integer({ min: 0, max: 7 }),
  paid: fc.boolean(),
});

const adjusted = fc.integer({ min: 1, max: 10_000 });

export const action = fc.oneof(
  sell,
  fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), cents: fc.integer({ min: 1, max: 500_000 }) }),
  fc.record({
    kind: fc.constant('receive' as const),
    pick: fc.nat(),
    share: fc.double({ min: 0, max: 1.1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('receive' as const), pick: fc.nat(), share: fc.constant(1) }),
  fc.record({ kind: fc.constant('takeBack' as const), pick: fc.nat(), which: fc.nat() }),
  fc.record({ kind: fc.constant('markPaid' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('invoice' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('split' as const), pick: fc.nat(), parts: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constant('reverse' as const), pick: fc.nat() }),
  fc.record({
    kind: fc.constant('adjust' as const),
    cents: fc.oneof(
      adjusted,
      adjusted.map((cents) => -cents),
    ),
  }),
);

type Step = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** Of a representada, in millionths of a percent. */
export const rate = fc.oneof(
  fc.constantFrom(0, 5_000_000, 3_333_333, 100_000_000, 1),
  fc.integer({ min: 0, max: 100_000_000 }),
);

/** Sends a request until its outcome is certain. */
export type Send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: each request has another reply
) => Promise<{ status: number; data: any }>;

interface Parties {
  empresa: string;
  cliente: string;
  representada: string;
  rate: number;
  rule?: Rule;
}

/** The history of a representada: every action is done to the service and to the model. */
export const startHistory = ({ empresa, cliente, representada, rate, rule = 'recebimento' }: Parties, send: Send) => {
  const sales = new Map<string, ModelSale>();
  const payments = new Map<string, number>();
  const adjustments: number[] = [];
  const itens = (cents: number) => [{ produtoId: 'A', quantidade: 1, valorUnitario: cents / 100 }];
  const split = (cents: number, parts: number): number[] => {
    const each = Math.floor(cents / parts);
    return each === 0 ? [cents] : Array.from({ length: parts }, (_, i) => (i ? each : cents - each * (parts - 1)));
  };

  const instalmentsOf = (values: readonly number[]) =>
    values.map((valor, i) => ({ vencimento: `2027-0${i + 1}-10`, valor: valor / 100 }));
  const unpaid = (values: readonly number[]) => values.map((value) => ({ value, received: new Map() }));

  const act = async (step: Step): Promise<void> => {
    const picked = 'pick' in step ? [...sales.values()][step.pick % Math.max(1, sales.size)] : undefined;
    const received = picked ? sum(picked.instalments.map(receivedOf)) : 0;
    switch (step.kind) {
      case 'sell': {
        const values = split(step.cents, Math.max(1, step.parts));
        const parcelas = instalmentsOf(values);
        const status = step.paid ? 'PAGA' : 'Pedido';
        const body = { clienteId: cliente, representadaId: representada, itens: itens(step.cents), status };
        const { data } = await send('POST', '/sales', step.parts ? { ...body, parcelas } : body);
        sales.set(data.id, {
          ...{ id: data.id, total: step.cents, rate, rule, status: step.paid ? 'paid' : 'open' },
          ...{ parcelas: step.parts ? values : null, instalments: unpaid(values) },
        });
        return;
      }
      case 'change': {
        if (!picked) return;
        const { status } = await send('PUT', `/sales/${picked.id}`, { itens: itens(step.cents), parcelas: null });
        expect(status).toBe(picked.status === 'open' && received === 0 ? 200 : 409);
        if (status === 200)
          Object.assign(picked, { total: step.cents, parcelas: null, instalments: unpaid([step.cents]) });
        return;
      }
      case 'split': {
        if (!picked) return;
        const values = step.parts ? split(picked.total, step.parts) : null;
        const { status } = await send('PUT', `/sales/${picked.id}`, { parcelas: values && instalmentsOf(values) });
        const isSame = JSON.stringify(values) === JSON.stringify(picked.parcelas);
        const mayChange = ['open', 'invoiced'].includes(picked.status) && received === 0;
        expect(status).toBe(picked.status !== 'cancelled' && (isSame || mayChange) ? 200 : 409);
        if (mayChange) Object.assign(picked, { parcelas: values, instalments: unpaid(values ?? [picked.total]) });
        return;
      }
      case 'invoice': {
        if (!picked) return;
        const { status } = await send('PUT', `/sales/${picked.id}`, { status: 'Faturado' });
        expect(status).toBe(picked.status === 'cancelled' ? 409 : 200);
        // A sale that was paid is only invoiced now; its receipts stay.
        if (['open', 'paid'].includes(picked.status)) picked.status = 'invoiced';
        return;
      }
      case 'receive': {
        if (!picked) return;
        const cents = Math.max(1, Math.round((picked.total - received) * step.share));
        const { status, data } = await send('POST', `/sales/${picked.id}/receipts`, { valor: cents / 100 });
        const mayReceive = ['open', 'invoiced'].includes(picked.status) && cents <= picked.total - received;
        expect(status).toBe(mayReceive ? 201 : 409);
        if (status === 201) receive(picked, data.id, cents);
        return;
      }
      case 'takeBack': {
        const ids = picked?.instalments.flatMap((instalment) => [...instalment.received.keys()]) ?? [];
        const id = ids[step.which % Math.max(1, ids.length)];
        if (!picked || !id) return;
        const { status } = await send('DELETE', `/sales/${picked.id}/receipts/${id}`);
        if (['paid', 'cancelled'].includes(picked.status)) expect(status).toBe(409);
        if (status === 200) for (const instalment of picked.instalments) instalment.received.delete(id);
        return;
      }
      case 'markPaid': {
        if (!picked) return;
        const { status } = await send('PUT', `/sales/${picked.id}`, { status: 'PAGA' });
        expect(status).toBe(picked.status === 'cancelled' ? 409 : 200);
        if (status === 200) picked.status = 'paid';
        return;
      }
      case 'cancel': {
        if (!picked) return;
        expect((await send('PUT', `/sales/${picked.id}`, { status: 'Cancelado' })).status).toBe(200);
        picked.status = 'cancelled';
        return;
      }
      case 'remove': {
        if (picked && (await send('DELETE', `/sales/${picked.id}`)).status === 200) sales.delete(picked.id);
        return;
      }
      case 'pay': {
        const body = { representada_id: representada, valor: step.cents / 100 };
        payments.set((await send('POST', '/commissions/payments', body)).data.id, step.cents);
        return;
      }
      case 'reverse': {
        const id = [...payments.keys()][step.pick % Math.max(1, payments.size)];
        if (id === undefined) return;
        expect((await send('DELETE', `/commissions/payments/${id}`)).status).toBe(200);
        payments.delete(id);
        return;
      }
      case 'adjust': {
        const body = { representada_id: representada, valor: step.cents / 100, motivo: 'Acerto' };
        expect((await send('POST', '/commissions/adjustments', body)).status).toBe(201);
        adjustments.push(step.cents);
      }
    }
  };

  /** In cents, from the entries alone. */
  const ledger = async (admin: Sql) => {
    const [sums] = await admin<{ earned: number; due: number; paid: number; credit: number }[]>`
      select coalesce(sum(prevista + devida) * 100, 0)::float as earned, coalesce(sum(devida) * 100, 0)::float as due,
        coalesce(sum(paga) * 100, 0)::float as paid, coalesce(sum(credito) * 100, 0)::float as credit
      from sales.commission_entry where empresa_id = ${empresa} and representada_id = ${representada}`;
    return sums as NonNullable<typeof sums>;
  };

  /** Of each sale, in cents: the sum of the bases, and what is left of it in expected parts after all became due. */
  const bases = (admin: Sql) => admin<{ id: string; base: number; lost: number }[]>`
    select origem_id as id, sum(base * 100)::float as base, case when bool_or(parcela is null and devida <> 0)
      then sum(base * 100) filter (where parcela is not null and receipt_id is null) else 0 end::float as lost
    from sales.commission_part where empresa_id = ${empresa} and representada_id = ${representada} group by 1`;

  return {
    act,
    sales,
    ledger,
    check: async (admin: Sql): Promise<void> => {
      const { earned, due, paid, credit } = await ledger(admin);
      const alive = [...sales.values()].filter(({ status }) => status !== 'cancelled');
      const adjusted = sum(adjustments);
      const deducted = sum(adjustments.filter((cents) => cents < 0));
      expect([earned, due]).toEqual([
        sum(alive.map(commissionOf)) + adjusted,
        sum([...sales.values()].map(dueOf)) + adjusted,
      ]);
      // No money is lost or made, and never more is paid than due without a credit.
      expect(paid + credit).toBe(sum(payments.values()));
      expect(paid).toBeLessThanOrEqual(due - deducted);
      // A sale whose commission is due changes no more in what it earns.
      const [{ changed } = { changed: -1 }] = await admin<{ changed: number }[]>`
        select count(*)::int as changed from sales.commission_entry
        where empresa_id = ${empresa} and representada_id = ${representada} and motivo = 'venda alterada' and devida <> 0`;
      expect(changed).toBe(0);
      const known = new Map((await bases(admin)).map(({ id, base, lost }) => [id, { base, lost: lost ?? 0 }]));
      for (const sale of alive.filter((one) => commissionOf(one) > 0))
        expect(known.get(sale.id)).toEqual({ base: sale.total, lost: 0 });
    },
  };
};
