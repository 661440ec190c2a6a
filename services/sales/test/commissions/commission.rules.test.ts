import { describe, expect, test } from 'vitest';
import {
  dueDate,
  type Entry,
  type ExpectedPart,
  instalmentsOf,
  planEntries,
  receiptEntries,
  settledOn,
  settleEntries,
  spread,
  type Terms,
  undoReceiptEntries,
} from '../../src/commissions/commission.rules.ts';

/** 100.00 at 5 %, in cents. */
const sale = (changes: Partial<Terms> = {}): Terms => ({
  ...{ data: '2026-11-10', valor_total: 10_000, parcelas: null, comissao: 500, comissao_percentual: 5 },
  ...{ comissao_quando: 'recebimento', comissao_dia: 15, pago_em: null, faturada_em: null },
  ...changes,
});
const on = (vencimento: string, valor: number) => ({ vencimento, valor });
const entry = (changes: Partial<Entry>): Entry => ({
  ...{ tipo: 'prevista', parte: 1, parcela: null, receipt: null, vencimento: '2026-12-15', percentual: 5 },
  ...{ base: 0, prevista: 0, devida: 0, motivo: null },
  ...changes,
});
const expected = (parte: number, parcela: number, base: number, prevista: number): ExpectedPart => ({
  ...{ parte, parcela, base, prevista, vencimento: `2027-0${parcela}-15`, percentual: 5 },
});

describe('dueDate', () => {
  test.each([
    ['2026-11-10', 15, '2026-12-15'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 15, '2027-01-15'],
    ['2026-01-31', 31, '2026-02-28'],
    ['2028-01-31', 31, '2028-02-29'],
    ['2027-01-10', 29, '2027-02-28'],
    ['2000-01-10', 30, '2000-02-29'],
    ['1900-01-10', 30, '1900-02-28'],
    ['2100-01-10', 29, '2100-02-28'],
    ['2026-02-10', 31, '2026-03-31'],
    ['2026-03-10', 31, '2026-04-30'],
    ['2026-05-10', 31, '2026-06-30'],
    ['2026-08-10', 31, '2026-09-30'],
    ['2026-10-10', 31, '2026-11-30'],
    ['2026-04-10', 31, '2026-05-31'],
    ['2026-09-01', 9, '2026-10-09'],
    ['9998-12-31', 31, '9999-01-31'],
  ])('of what is settled on %s, on the day %d: %s', (settled, day, due) => expect(dueDate(settled, day)).toBe(due));
});

test('the rule is met on the day of the invoice, or on that on which the sale is marked as paid', () => {
  const days = { pago_em: '2026-11-12', faturada_em: '2026-11-11' };
  expect(settledOn(sale(days))).toBe('2026-11-12');
  expect(settledOn(sale({ ...days, comissao_quando: 'faturamento' }))).toBe('2026-11-11');
  expect(settledOn(sale())).toBeNull();
});

describe('instalmentsOf', () => {
  test('a sale without any has one, at its date', () => {
    expect(instalmentsOf(sale(), [])).toEqual([
      { numero: 1, vencimento: '2026-11-10', valor: 10_000, comissao: 500, recebido: 0, devida: 0 },
    ]);
  });

  test('shares are rounded half up on the running sums, so they add up to the commission', () => {
    const cents = ['2027-01-10', '2027-02-10', '2027-03-10'].map((day) => on(day, 1));
    const shares = instalmentsOf(sale({ valor_total: 3, comissao: 1, parcelas: cents }), []).map((one) => one.comissao);
    expect(shares).toEqual([0, 1, 0]);
    const thirds = [3_333, 3_333, 3_334].map((valor) => on('2027-01-10', valor));
    expect(instalmentsOf(sale({ parcelas: thirds }), []).map((one) => one.comissao)).toEqual([167, 166, 167]);
  });

  test('each has what its receipts brought', () => {
    const parcelas = [on('2027-01-10', 4_000), on('2027-02-10', 6_000)];
    const found = instalmentsOf(sale({ parcelas }), [{ parcela: 2, valor: 10, comissao: 1 }]);
    expect(found.map(({ numero, recebido, devida }) => [numero, recebido, devida])).toEqual([
      [1, 0, 0],
      [2, 10, 1],
    ]);
  });
});

describe('spread', () => {
  /** No. 1 is due in March, no. 2 in January. */
  const parcelas = [on('2027-03-10', 6_000), on('2027-01-10', 4_000)];

  test('covers what is due first at first, whatever its number', () => {
    expect(spread(sale({ parcelas }), [], 5_000, undefined)).toEqual({
      covered: [
        { parcela: 2, valor: 4_000, comissao: 200 },
        { parcela: 1, valor: 1_000, comissao: 50 },
      ],
      left: 0,
    });
  });

  test('of those due on one day the first number', () => {
    const sameDay = [on('2027-01-10', 5_000), on('2027-01-10', 5_000)];
    expect(spread(sale({ parcelas: sameDay }), [], 100, undefined).covered).toEqual([
      { parcela: 1, valor: 100, comissao: 5 },
    ]);
    const ascending = [on('2027-01-10', 5_000), on('2027-02-10', 5_000)];
    expect(spread(sale({ parcelas: ascending }), [], 100, undefined).covered).toMatchObject([{ parcela: 1 }]);
  });

  test('covers the one that it names, and tells what is too much', () => {
    expect(spread(sale({ parcelas }), [], 6_001, 1)).toEqual({
      covered: [{ parcela: 1, valor: 6_000, comissao: 300 }],
      left: 1,
    });
  });

  test('leaves out what is received already', () => {
    const received = [{ parcela: 2, valor: 4_000, comissao: 200 }];
    expect(spread(sale({ parcelas }), received, 10, undefined)).toEqual({
      covered: [{ parcela: 1, valor: 10, comissao: 1 }],
      left: 0,
    });
    expect(spread(sale({ parcelas }), received, 10, 2)).toEqual({ covered: [], left: 10 });
  });

  test('the last receipt of an instalment takes the remainder of its share', () => {
    const first = spread(sale(), [], 3_333, undefined).covered;
    expect(first).toEqual([{ parcela: 1, valor: 3_333, comissao: 167 }]);
    expect(spread(sale(), first, 6_667, undefined).covered).toEqual([{ parcela: 1, valor: 6_667, comissao: 333 }]);
  });

  test('makes never less than nothing due: 0.01 was earned by a receipt that stays, the one before it was taken back', () => {
    const small = sale({ valor_total: 10, comissao: 1 });
    // 0.04 earns 0; then 0.01 earns 0.01. Without the first, 0.02 of 0.10 would have earned 0.
    const received = [{ parcela: 1, valor: 1, comissao: 1 }];
    expect(spread(small, received, 1, undefined).covered).toEqual([{ parcela: 1, valor: 1, comissao: 0 }]);
  });

  test('earns nothing when the commission was earned by the invoice', () => {
    const { covered } = spread(sale({ comissao_quando: 'faturamento' }), [], 5_000, undefined);
    expect(covered).toEqual([{ parcela: 1, valor: 5_000, comissao: 0 }]);
  });
});

describe('planEntries', () => {
  test('nothing without a commission', () => expect(planEntries(sale({ comissao: 0 }), [], 1)).toEqual([]));

  test('an open sale expects its commission in the month after its date', () => {
    expect(planEntries(sale(), [], 1)).toEqual([entry({ parcela: 1, base: 10_000, prevista: 500 })]);
  });

  test('or one for each instalment, for what is still to be received of it', () => {
    const parcelas = [on('2027-03-10', 6_000), on('2027-01-10', 4_000)];
    expect(planEntries(sale({ parcelas }), [{ parcela: 1, valor: 1_000, comissao: 50 }], 7)).toEqual([
      entry({ parte: 7, parcela: 1, vencimento: '2027-04-15', base: 5_000, prevista: 250 }),
      entry({ parte: 8, parcela: 2, vencimento: '2027-02-15', base: 4_000, prevista: 200 }),
    ]);
  });

  test.each([
    ['recebimento', { pago_em: '2026-10-05' }],
    ['faturamento', { faturada_em: '2026-10-05' }],
  ] as const)('by %s, a sale whose rule is met has all of it due at once', (comissao_quando, met) => {
    const parcelas = [on('2027-03-10', 6_000), on('2027-01-10', 4_000)];
    expect(planEntries(sale({ comissao_quando, ...met, parcelas }), [], 3)).toEqual([
      entry({ parte: 3, vencimento: '2026-11-15', base: 10_000, prevista: 500 }),
      entry({ tipo: 'devida', parte: 3, vencimento: '2026-11-15', prevista: -500, devida: 500 }),
    ]);
  });

  test('by the invoice, one is expected for the whole sale, however many instalments it has', () => {
    const parcelas = [on('2027-03-10', 6_000), on('2027-01-10', 4_000)];
    const plan = planEntries(
      sale({ comissao_quando: 'faturamento', parcelas }),
      [{ parcela: 1, valor: 10, comissao: 0 }],
      2,
    );
    expect(plan).toEqual([entry({ parte: 2, parcela: 1, base: 10_000, prevista: 500 })]);
  });
});

describe('settleEntries', () => {
  test('what is expected becomes one due part, at the rate that the sale has now', () => {
    const parts = [{ ...expected(1, 1, 6_000, 300), percentual: 5.000001 }, expected(2, 2, 4_000, 200)];
    expect(settleEntries(sale(), '2026-11-30', parts, 3)).toEqual([
      entry({
        tipo: 'devida',
        parte: 1,
        parcela: 1,
        vencimento: '2027-01-15',
        percentual: 5.000001,
        base: -6_000,
        prevista: -300,
      }),
      entry({ tipo: 'devida', parte: 2, parcela: 2, vencimento: '2027-02-15', base: -4_000, prevista: -200 }),
      entry({ tipo: 'devida', parte: 3, base: 10_000, devida: 500 }),
    ]);
  });

  test('a share of no cent has its base, too; a part at zero has nothing', () => {
    const parts = [expected(4, 1, 1, 0), expected(5, 2, 1, 1), expected(6, 3, 0, 0)];
    expect(settleEntries(sale(), '2026-11-30', parts, 9)).toEqual([
      entry({ tipo: 'devida', parte: 4, parcela: 1, vencimento: '2027-01-15', base: -1, prevista: 0 }),
      entry({ tipo: 'devida', parte: 5, parcela: 2, vencimento: '2027-02-15', base: -1, prevista: -1 }),
      entry({ tipo: 'devida', parte: 9, base: 2, devida: 1 }),
    ]);
  });

  test('nothing when no cent is left to become due: the base stays expected', () => {
    // 0.05 of 0.10 was received, and earned the whole 0.01.
    expect(settleEntries(sale({ valor_total: 10, comissao: 1 }), '2026-11-30', [expected(1, 1, 5, 0)], 3)).toEqual([]);
    expect(settleEntries(sale(), '2026-11-30', [], 3)).toEqual([]);
  });
});

describe('receiptEntries', () => {
  const covered = [
    { parcela: 2, valor: 4_000, comissao: 200 },
    { parcela: 1, valor: 10, comissao: 0 },
  ];
  const parts = [{ ...expected(1, 1, 6_000, 300), percentual: 7 }, expected(2, 2, 4_000, 200)];

  test('what it covers is due in the month after it, instead of expected', () => {
    expect(receiptEntries(sale(), { data: '2026-12-05', covered }, parts, 3)).toEqual([
      entry({ tipo: 'devida', parte: 2, parcela: 2, vencimento: '2027-02-15', base: -4_000, prevista: -200 }),
      entry({
        tipo: 'devida',
        parte: 3,
        parcela: 2,
        receipt: 'new',
        vencimento: '2027-01-15',
        base: 4_000,
        devida: 200,
      }),
      entry({ tipo: 'devida', parte: 1, parcela: 1, vencimento: '2027-01-15', percentual: 7, base: -10, prevista: 0 }),
      entry({
        tipo: 'devida',
        parte: 4,
        parcela: 1,
        receipt: 'new',
        vencimento: '2027-01-15',
        percentual: 7,
        base: 10,
        devida: 0,
      }),
    ]);
  });

  test('nothing by the invoice, and without a commission', () => {
    const receipt = { data: '2026-12-05', covered };
    expect(receiptEntries(sale({ comissao_quando: 'faturamento' }), receipt, parts, 3)).toEqual([]);
    expect(receiptEntries(sale({ comissao: 0 }), receipt, [], 3)).toEqual([]);
  });
});

test('undoReceiptEntries: what a receipt made due is expected again, also by a part at zero', () => {
  const due = (parte: number, parcela: number, base: number, devida: number) => ({
    ...{ parte, parcela, base, devida, vencimento: '2026-12-31', percentual: 6 },
  });
  const parts = [expected(1, 1, 0, 0), expected(2, 2, 50, 1)];
  const undone = undoReceiptEntries('r', [due(3, 2, 10, 0), due(4, 1, 10_000, 500)], parts, 'engano');
  const of = { tipo: 'estornada' as const, motivo: 'engano' };
  expect(undone).toEqual([
    entry({ ...of, parte: 3, parcela: 2, receipt: 'r', vencimento: '2026-12-31', percentual: 6, base: -10, devida: 0 }),
    entry({ ...of, parte: 2, parcela: 2, vencimento: '2027-02-15', base: 10, prevista: 0 }),
    entry({
      ...of,
      parte: 4,
      parcela: 1,
      receipt: 'r',
      vencimento: '2026-12-31',
      percentual: 6,
      base: -10_000,
      devida: -500,
    }),
    entry({ ...of, parte: 1, parcela: 1, vencimento: '2027-01-15', base: 10_000, prevista: 500 }),
  ]);
});
