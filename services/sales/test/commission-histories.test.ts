import { randomUUID } from 'node:crypto';
import { asEmpresa, brokenRules } from '@representa/testing';
import fc from 'fast-check';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let admin: Sql;
beforeAll(async () => {
  service = await startSalesService();
  service.now.value = new Date('2026-11-20T15:00:00Z');
  admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});

/** A sale as the model knows it, in cents. */
interface ModelSale {
  id: string;
  total: number;
  rate: number;
  status: 'open' | 'paid' | 'cancelled';
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

/** What is due of a sale: by its receipts, or all of it when it is paid. */
const dueOf = (sale: ModelSale): number => {
  if (sale.status === 'cancelled') return 0;
  return sale.status === 'paid' ? commissionOf(sale) : sum(sale.instalments.map(earnedOf));
};

const receive = (sale: ModelSale, id: string, valor: number): void => {
  let left = valor;
  const share = shares(sale);
  sale.instalments.forEach((instalment, i) => {
    const amount = Math.min(left, instalment.value - receivedOf(instalment));
    if (amount === 0) return;
    left -= amount;
    const target = halfUp(BigInt(share[i] ?? 0) * BigInt(receivedOf(instalment) + amount), BigInt(instalment.value));
    instalment.received.set(id, { amount, earned: Math.max(0, target - earnedOf(instalment)) });
  });
};

const action = fc.oneof(
  fc.record({
    kind: fc.constant('sell' as const),
    cents: fc.integer({ min: 1, max: 500_000 }),
    parts: fc.integer({ min: 0, max: 7 }),
    paid: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), cents: fc.integer({ min: 1, max: 500_000 }) }),
  fc.record({
    kind: fc.constant('receive' as const),
    pick: fc.nat(),
    share: fc.double({ min: 0, max: 1.1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('receive' as const), pick: fc.nat(), share: fc.constant(1) }),
  fc.record({ kind: fc.constant('takeBack' as const), pick: fc.nat(), which: fc.nat() }),
  fc.record({ kind: fc.constant('markPaid' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constant('reverse' as const), pick: fc.nat() }),
);

/** A company whose every action is done to the service and to the model. */
const startCompany = (rate: number) => {
  const empresa = randomUUID();
  const [cliente, representada] = [randomUUID(), randomUUID()];
  for (const id of [cliente, representada])
    service.existing.set(`${empresa} ${id}`, { nome: 'X', revision: 0, ativo: true, comissao: rate / 1_000_000 });
  const sales = new Map<string, ModelSale>();
  const payments = new Map<string, number>();
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await service.app.inject({
      method,
      url: `/api/v1${url}`,
      headers: asEmpresa(empresa),
      ...(payload && { payload }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    return { status: answer.statusCode, data: answer.json().data };
  };
  const itens = (cents: number) => [{ produtoId: 'A', quantidade: 1, valorUnitario: cents / 100 }];
  const split = (cents: number, parts: number): number[] => {
    const each = Math.floor(cents / parts);
    return each === 0 ? [cents] : Array.from({ length: parts }, (_, i) => (i ? each : cents - each * (parts - 1)));
  };

  const act = async (step: typeof action extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> => {
    const picked = 'pick' in step ? [...sales.values()][step.pick % Math.max(1, sales.size)] : undefined;
    const received = picked ? sum(picked.instalments.map(receivedOf)) : 0;
    switch (step.kind) {
      case 'sell': {
        const values = split(step.cents, Math.max(1, step.parts));
        const parcelas = values.map((valor, i) => ({ vencimento: `2027-0${i + 1}-10`, valor: valor / 100 }));
        const status = step.paid ? 'PAGA' : 'Pedido';
        const body = { clienteId: cliente, representadaId: representada, itens: itens(step.cents), status };
        const { data } = await send('POST', '/sales', step.parts ? { ...body, parcelas } : body);
        const instalments = values.map((value) => ({ value, received: new Map() }));
        sales.set(data.id, { id: data.id, total: step.cents, rate, status: step.paid ? 'paid' : 'open', instalments });
        return;
      }
      case 'change': {
        if (!picked) return;
        const { status } = await send('PUT', `/sales/${picked.id}`, { itens: itens(step.cents), parcelas: null });
        expect(status).toBe(picked.status === 'open' && received === 0 ? 200 : 409);
        if (status === 200)
          Object.assign(picked, { total: step.cents, instalments: [{ value: step.cents, received: new Map() }] });
        return;
      }
      case 'receive': {
        if (!picked) return;
        const cents = Math.max(1, Math.round((picked.total - received) * step.share));
        const { status, data } = await send('POST', `/sales/${picked.id}/receipts`, { valor: cents / 100 });
        expect(status).toBe(picked.status === 'open' && cents <= picked.total - received ? 201 : 409);
        if (status === 201) receive(picked, data.id, cents);
        return;
      }
      case 'takeBack': {
        const ids = picked?.instalments.flatMap((instalment) => [...instalment.received.keys()]) ?? [];
        const id = ids[step.which % Math.max(1, ids.length)];
        if (!picked || !id) return;
        const { status } = await send('DELETE', `/sales/${picked.id}/receipts/${id}`);
        if (picked.status !== 'open') expect(status).toBe(409);
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
      }
    }
  };

  /** In cents, from the entries alone. */
  const ledger = async () => {
    const [sums] = await admin<{ earned: number; due: number; paid: number; credit: number }[]>`
      select coalesce(sum(prevista + devida) * 100, 0)::float as earned, coalesce(sum(devida) * 100, 0)::float as due,
        coalesce(sum(paga) * 100, 0)::float as paid, coalesce(sum(credito) * 100, 0)::float as credit
      from sales.commission_entry where empresa_id = ${empresa}`;
    return sums as NonNullable<typeof sums>;
  };

  return { act, ledger, sales, payments };
};

const check = async ({ ledger, sales, payments }: ReturnType<typeof startCompany>): Promise<void> => {
  const { earned, due, paid, credit } = await ledger();
  const alive = [...sales.values()].filter(({ status }) => status !== 'cancelled');
  expect([earned, due]).toEqual([sum(alive.map(commissionOf)), sum([...sales.values()].map(dueOf))]);
  // No money is lost or made, and never more is paid than due without a credit.
  expect(paid + credit).toBe(sum(payments.values()));
  expect(paid).toBeLessThanOrEqual(due);
  expect(await brokenRules(admin, /commission|receipt/)).toEqual([]);
};

const rate = fc.oneof(
  fc.constantFrom(0, 5_000_000, 3_333_333, 100_000_000, 1),
  fc.integer({ min: 0, max: 100_000_000 }),
);

test('random histories: the entries are what the model computes, after every step', async () => {
  await fc.assert(
    fc.asyncProperty(rate, fc.array(action, { minLength: 5, maxLength: 25 }), async (taxa, steps) => {
      const company = startCompany(taxa);
      for (const step of steps) await company.act(step);
      await check(company);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);

test('at a time: sales of one company do not disturb one another’s entries', async () => {
  const company = startCompany(7_777_777);
  const lanes = fc.sample(fc.array(action, { minLength: 15, maxLength: 15 }), 8);
  // Each lane has sales of its own, so that the model stays simple; payments are shared.
  const own = lanes.map(() => startCompany(7_777_777));
  await Promise.all([
    ...lanes.map(async (steps, i) => {
      for (const step of steps) await own[i]?.act(step);
    }),
    ...lanes.map(async (steps) => {
      for (const step of steps) if (step.kind === 'sell' || step.kind === 'pay') await company.act(step);
    }),
  ]);
  for (const one of [company, ...own]) await check(one);
}, 120_000);

test('receipts of one sale at a time never exceed it, and payments at a time are each allocated once', async () => {
  const company = startCompany(5_000_000);
  await company.act({ kind: 'sell', cents: 10_000, parts: 3, paid: false });
  const [sale] = [...company.sales.values()] as [ModelSale];
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      service.app.inject({
        method: 'POST',
        url: `/api/v1/sales/${sale.id}/receipts`,
        headers: asEmpresa([...service.existing.keys()].at(-1)?.split(' ')[0] ?? ''),
        payload: { valor: 11.11 },
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(9);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
  await Promise.all(Array.from({ length: 6 }, () => company.act({ kind: 'pay', cents: 100 })));
  const { due, paid, credit } = await company.ledger();
  expect([due, paid, credit]).toEqual([500, 500, 100]);
  expect(await brokenRules(admin, /commission|receipt/)).toEqual([]);
});
