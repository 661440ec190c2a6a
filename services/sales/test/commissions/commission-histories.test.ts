import { randomUUID } from 'node:crypto';
import { asEmpresa, brokenRules } from '@representa/testing';
import { accepted, action, rate, sell, sellOpen } from '@representa/testing/commission-actions';
import { type ModelSale, type Rule, startHistory } from '@representa/testing/commission-model';
import fc from 'fast-check';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SalesService, startSalesService } from '../sales-service.ts';

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

/** A company of its own. */
const startCompany = (taxa: number, rule: Rule = 'recebimento', counts = new Map<string, number>()) => {
  const empresa = randomUUID();
  const cliente = service.own(empresa);
  const representada = service.own(empresa, { comissao: taxa / 1_000_000, comissao_quando: rule });
  return startHistory({ empresa, cliente, representada, rate: taxa, rule, counts }, async (method, path, payload) => {
    const answer = await service.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: asEmpresa(empresa),
      ...(payload && { payload }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    return { status: answer.statusCode, data: answer.json().data };
  });
};

/** Over all companies: it reads all that earlier histories have written, so it is looked at once for each test. */
const expectRules = async (): Promise<void> => {
  expect(await brokenRules(admin, /commission|receipt/)).toEqual([]);
};

const rules = fc.constantFrom<Rule>('recebimento', 'faturamento');
/** Begins with some sales: without any, most actions do nothing. */
const steps = fc
  .tuple(
    fc.array(sell, { minLength: 1, maxLength: 3 }),
    fc.array(action, { minLength: 10, maxLength: 25, size: 'max' }),
  )
  .map((parts) => parts.flat());

test('random histories: the entries are what the model computes, after every step', async () => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(rate, rules, steps, async (taxa, rule, history) => {
      const company = startCompany(taxa, rule, counts);
      for (const step of history) await company.act(step);
      await company.check(admin);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  await expectRules();
  expect(accepted.filter((outcome) => !counts.has(outcome))).toEqual([]);
}, 120_000);

test('instalments that are set at any time: no base is lost, and what is due stays', async () => {
  const settling = action.filter(
    (step) =>
      ['split', 'pay'].includes(step.kind) || (step.kind === 'advance' && ['PAGA', 'Faturado'].includes(step.status)),
  );
  // With 1,000, a commission has fewer cents than instalments.
  const rates = fc.constantFrom(1_000, 5_000_000);
  const history = fc.tuple(sellOpen, sellOpen, fc.array(settling, { minLength: 6, maxLength: 12, size: 'max' }));
  await fc.assert(
    fc.asyncProperty(rates, rules, history, async (taxa, rule, parts) => {
      const company = startCompany(taxa, rule);
      for (const step of parts.flat()) await company.act(step);
      await company.check(admin);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  await expectRules();
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
  for (const one of [company, ...own]) await one.check(admin);
  await expectRules();
}, 120_000);

test('receipts of one sale at a time never exceed it, and payments at a time are each allocated once', async () => {
  const company = startCompany(5_000_000);
  await company.act({ kind: 'sell', cents: 10_000, parts: 3, months: [1, 2, 3], status: 'Pedido' });
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
  const { due, paid, credit } = await company.books(admin);
  expect([due, paid, credit]).toEqual([500, 500, 100]);
  await expectRules();
});
