import type { Sql } from 'postgres';
import { expect } from 'vitest';
import type { Action } from './commission-actions.ts';

/** When a commission becomes due: when the client pays, or when the order is invoiced. */
export type Rule = 'recebimento' | 'faturamento';

type Status = 'Pedido' | 'Faturado' | 'PAGA' | 'Enviado' | 'Cancelado';
const stepOf = { Pedido: 0, Faturado: 1, PAGA: 1, Enviado: 2, Cancelado: 3 };

/** A sale as the model knows it, in cents. */
export interface ModelSale {
  id: string;
  total: number;
  rate: number;
  rule: Rule;
  status: Status;
  /** It was marked as paid, or invoiced. */
  isPaid: boolean;
  isInvoiced: boolean;
  date: string;
  /** The instalments that it was given. */
  parcelas: Terms | null;
  /** One per instalment: its value, and what each receipt brought of it. */
  instalments: { value: number; due: string; received: Map<string, { amount: number; earned: number }> }[];
}

type Terms = { value: number; due: string }[];

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
type Instalment = ModelSale['instalments'][number];
const receivedOf = ({ received }: Instalment): number => sum([...received.values()].map(({ amount }) => amount));
const earnedOf = ({ received }: Instalment): number => sum([...received.values()].map(({ earned }) => earned));
const openOf = (instalment: Instalment): number => instalment.value - receivedOf(instalment);

const isCancelled = ({ status }: ModelSale): boolean => status === 'Cancelado';

/** What is due of a sale: by its receipts, or all of it when it is paid; by the other rule all of it when it is invoiced. */
const dueOf = (sale: ModelSale): number => {
  if (isCancelled(sale)) return 0;
  const isMet = sale.rule === 'faturamento' ? sale.isInvoiced : sale.isPaid;
  return isMet ? commissionOf(sale) : sum(sale.instalments.map(earnedOf));
};

/** The instalments by due date, which a receipt covers one after the other; or the one that it names. */
const receive = (sale: ModelSale, id: string, valor: number, parcela?: number) => {
  let left = valor;
  const share = shares(sale);
  const places = sale.instalments.map((_, i) => i).filter((i) => parcela === undefined || i === parcela - 1);
  const dueAt = (i: number): string => `${sale.instalments[i]?.due} ${String(i).padStart(3, '0')}`;
  const covered: { parcela: number; valor: number; comissao: number }[] = [];
  for (const i of places.sort((one, other) => dueAt(one).localeCompare(dueAt(other)))) {
    const instalment = sale.instalments[i] as Instalment;
    const amount = Math.min(left, openOf(instalment));
    if (amount === 0) continue;
    left -= amount;
    const target =
      sale.rule === 'faturamento'
        ? 0
        : halfUp(BigInt(share[i] ?? 0) * BigInt(receivedOf(instalment) + amount), BigInt(instalment.value));
    const earned = Math.max(0, target - earnedOf(instalment));
    instalment.received.set(id, { amount, earned });
    covered.push({ parcela: i + 1, valor: amount / 100, comissao: earned / 100 });
  }
  return covered;
};

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
  /** How often each action came to which status. */
  counts?: Map<string, number>;
}

/** The books of a representada, in cents, from the entries alone. */
export interface Books {
  earned: number;
  due: number;
  paid: number;
  credit: number;
  /** Entries that change what is due because a sale was changed. */
  changed: number;
  /** Of each sale the sum of the bases, and what is left of it in expected parts after all became due. */
  bases: { id: string; base: number; lost: number | null }[];
}

const readBooks = async (admin: Sql, empresa: string, representada: string): Promise<Books> => {
  const entries = admin`sales.commission_entry where empresa_id = ${empresa} and representada_id = ${representada}`;
  const [sums] = await admin<Omit<Books, 'bases'>[]>`
    select coalesce(sum(prevista + devida) * 100, 0)::float as earned, coalesce(sum(devida) * 100, 0)::float as due,
      coalesce(sum(paga) * 100, 0)::float as paid, coalesce(sum(credito) * 100, 0)::float as credit,
      count(*) filter (where motivo = 'venda alterada' and devida <> 0)::int as changed from ${entries}`;
  const bases = await admin<Books['bases']>`
    select origem_id as id, sum(base * 100)::float as base, case when bool_or(parcela is null and devida <> 0)
      then sum(base * 100) filter (where parcela is not null and receipt_id is null) else 0 end::float as lost
    from sales.commission_part where empresa_id = ${empresa} and representada_id = ${representada} group by 1`;
  return { ...(sums as NonNullable<typeof sums>), bases };
};

/** The history of a representada: every action is done to the service and to the model. */
export const startHistory = (
  { empresa, cliente, representada, rate, rule = 'recebimento', counts = new Map() }: Parties,
  send: Send,
) => {
  const sales = new Map<string, ModelSale>();
  const payments = new Map<string, number>();
  const adjustments: number[] = [];
  const itens = (cents: number) => [{ produtoId: 'A', quantidade: 1, valorUnitario: cents / 100 }];
  const split = (cents: number, parts: number, months: readonly number[]): Terms | null => {
    if (parts === 0) return null;
    const count = Math.min(parts, cents);
    const each = Math.floor(cents / count);
    return months.slice(0, count).map((month, i) => ({
      value: i === 0 ? cents - each * (count - 1) : each,
      due: `2027-0${month}-10`,
    }));
  };
  const sent = (terms: Terms | null) =>
    terms === null ? null : terms.map(({ value, due }) => ({ vencimento: due, valor: value / 100 }));
  const unpaid = (terms: Terms | null, total: number, date: string): Instalment[] =>
    (terms ?? [{ value: total, due: date }]).map((one) => ({ ...one, received: new Map() }));

  const act = async (step: Action): Promise<void> => {
    const picked = 'pick' in step ? [...sales.values()][step.pick % Math.max(1, sales.size)] : undefined;
    const request = async (...[method, path, body]: Parameters<Send>) => {
      const answer = await send(method, path, body);
      const outcome = `${step.kind === 'advance' ? step.status : step.kind} ${answer.status}`;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      return answer;
    };
    const expectStatus = async (status: number, ...[method, path, body]: Parameters<Send>): Promise<boolean> => {
      const answer = await request(method, path, body);
      expect([step, answer.status]).toEqual([step, status]);
      return answer.status < 300;
    };
    const of = (sale: ModelSale): string => `/sales/${sale.id}`;
    switch (step.kind) {
      case 'sell': {
        const date = '2025-03-10';
        const terms = split(step.cents, step.parts, step.months);
        const body = {
          clienteId: cliente,
          representadaId: representada,
          itens: itens(step.cents),
          status: step.status,
          data: date,
        };
        const { data } = await request('POST', '/sales', terms ? { ...body, parcelas: sent(terms) } : body);
        sales.set(data.id, {
          ...{ id: data.id, total: step.cents, rate, rule, status: step.status, date, parcelas: terms },
          ...{ isPaid: step.status === 'PAGA', isInvoiced: step.status !== 'Pedido' },
          instalments: unpaid(terms, step.cents, date),
        });
        return;
      }
      case 'pay': {
        const body = { representada_id: representada, valor: step.cents / 100 };
        payments.set((await request('POST', '/commissions/payments', body)).data.id, step.cents);
        return;
      }
      case 'reverse': {
        const id = [...payments.keys()][step.pick % Math.max(1, payments.size)];
        if (id === undefined) return;
        await expectStatus(200, 'DELETE', `/commissions/payments/${id}`);
        payments.delete(id);
        return;
      }
      case 'adjust': {
        const body = { representada_id: representada, valor: step.cents / 100, motivo: 'Acerto' };
        await expectStatus(201, 'POST', '/commissions/adjustments', body);
        adjustments.push(step.cents);
        return;
      }
    }
    if (!picked) return;
    const received = picked.isPaid ? picked.total : sum(picked.instalments.map(receivedOf));
    const isUntouched = !isCancelled(picked) && received === 0;
    const isOpen = isUntouched && picked.status === 'Pedido';
    switch (step.kind) {
      case 'change': {
        const { cents } = step;
        const body = { itens: itens(cents), parcelas: null };
        const hasItems = cents === picked.total;
        const isSame = hasItems && picked.parcelas === null;
        const mayBeSent = isSame || (hasItems ? isUntouched : isOpen);
        if ((await expectStatus(mayBeSent ? 200 : 409, 'PUT', of(picked), body)) && !isSame)
          Object.assign(picked, { total: cents, parcelas: null, instalments: unpaid(null, cents, picked.date) });
        return;
      }
      case 'redate': {
        const date = `2025-03-${step.day}`;
        if (!(await expectStatus(isOpen || date === picked.date ? 200 : 409, 'PUT', of(picked), { data: date })))
          return;
        if (date !== picked.date)
          Object.assign(picked, { date, instalments: unpaid(picked.parcelas, picked.total, date) });
        return;
      }
      case 'split': {
        const terms = split(picked.total, step.parts, step.months);
        const isSame = JSON.stringify(terms) === JSON.stringify(picked.parcelas);
        const mayBeSent = isSame || isUntouched;
        if (!(await expectStatus(mayBeSent ? 200 : 409, 'PUT', of(picked), { parcelas: sent(terms) })) || isSame)
          return;
        Object.assign(picked, { parcelas: terms, instalments: unpaid(terms, picked.total, picked.date) });
        return;
      }
      case 'advance': {
        const isAllowed = stepOf[step.status] >= stepOf[picked.status];
        if (!(await expectStatus(isAllowed ? 200 : 409, 'PUT', of(picked), { status: step.status }))) return;
        // A sale that was paid by mistake is only invoiced; its receipts stay.
        if (picked.status === 'PAGA' && step.status === 'Faturado') picked.isPaid = false;
        picked.status = step.status;
        if (step.status === 'PAGA') picked.isPaid = true;
        if (step.status !== 'Cancelado') picked.isInvoiced = true;
        return;
      }
      case 'receive':
      case 'receiveOne': {
        const parcela = step.kind === 'receiveOne' ? step.parcela : undefined;
        const named = picked.instalments.filter((_, i) => parcela === undefined || i === parcela - 1);
        const open = picked.isPaid || isCancelled(picked) ? 0 : sum(named.map(openOf));
        const cents = Math.max(1, Math.round(open * step.share));
        const body = { valor: cents / 100, ...(parcela !== undefined && { parcela }) };
        const { status, data } = await request('POST', `${of(picked)}/receipts`, body);
        expect([step, status]).toEqual([step, cents <= open ? 201 : 409]);
        if (status === 201) expect(data.parcelas).toEqual(receive(picked, data.id, cents, parcela));
        return;
      }
      case 'takeBack': {
        const ids = picked.instalments.flatMap((instalment) => [...instalment.received.keys()]);
        const id = ids[step.which % Math.max(1, ids.length)];
        if (!id) return;
        const { status } = await request('DELETE', `${of(picked)}/receipts/${id}`);
        // Its commission may be paid.
        expect(picked.isPaid || isCancelled(picked) ? [409] : [200, 409]).toContain(status);
        if (status === 200) for (const instalment of picked.instalments) instalment.received.delete(id);
        return;
      }
      case 'remove': {
        if ((await request('DELETE', of(picked))).status === 200) sales.delete(picked.id);
      }
    }
  };

  const compare = ({ earned, due, paid, credit, changed, bases }: Books): void => {
    const alive = [...sales.values()].filter((sale) => !isCancelled(sale));
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
    expect(changed).toBe(0);
    const known = new Map(bases.map(({ id, base, lost }) => [id, { base, lost: lost ?? 0 }]));
    for (const sale of alive.filter((one) => commissionOf(one) > 0))
      expect(known.get(sale.id)).toEqual({ base: sale.total, lost: 0 });
  };

  return {
    act,
    sales,
    compare,
    books: (admin: Sql): Promise<Books> => readBooks(admin, empresa, representada),
    check: async (admin: Sql): Promise<void> => compare(await readBooks(admin, empresa, representada)),
  };
};
