import { HttpError } from '@representa/service-kit';
import { accepted, rate, refused, saleAction, sell } from '@representa/testing/commission-actions';
import { type Rule, startHistory } from '@representa/testing/commission-model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addReceipt,
  changeSale,
  deleteSale,
  planNewSale,
  requireChangeable,
  type SaleFields,
  type SaleState,
  takeReceiptBack,
} from '../../src/sales/sale.rules.ts';
import { startSalesInMemory } from './sales-in-memory.ts';

/** 100.00 at 5 %, in cents. */
const sale = (changes: Partial<SaleFields> = {}): SaleFields => ({
  ...{ pedido: 'A', status: 'Pedido', data: '2026-11-10', valor_total: 10_000, recebido: 0, parcelas: null },
  ...{ comissao: 500, comissao_percentual: 5, comissao_quando: 'recebimento', comissao_dia: 15 },
  ...{ pago_em: null, faturada_em: null, id_externo: null },
  ...changes,
});
const expected = { parte: 1, parcela: 1, vencimento: '2026-12-15', percentual: 5, base: 10_000, prevista: 500 };
const stateOf = (fields: Partial<SaleFields> = {}, others: Partial<SaleState> = {}): SaleState => ({
  ...{
    id: 's',
    version: 3,
    sale: sale(fields),
    receiptCount: 0,
    received: [],
    expected: [expected],
    lastPart: 1,
    isPaid: false,
  },
  ...others,
});
const cancelled = { status: 'Cancelado' } as const;
const paid = { status: 'PAGA', pago_em: '2026-11-12', faturada_em: '2026-11-12', recebido: 10_000 } as const;
const today = '2026-11-20';

/** What the caller is told. */
const refusal = (decide: () => unknown): [number, string, unknown?] => {
  try {
    decide();
  } catch (error) {
    if (error instanceof HttpError)
      return error.details ? [error.status, error.message, error.details] : [error.status, error.message];
    return [400, 'invalid input', (error as { issues: unknown }).issues];
  }
  throw new Error('it was not refused');
};
const stale = [412, 'O If-Match não é a ETag atual do registro: leia-o de novo'];

describe('planNewSale', () => {
  const sold = (changes: Partial<SaleFields>) => planNewSale(sale(changes));

  test('an open sale is neither paid nor invoiced, and expects its commission', () => {
    const { sale: created, entries } = sold({});
    expect(created).toMatchObject({ recebido: 0, pago_em: null, faturada_em: null });
    expect(entries).toMatchObject([{ tipo: 'prevista', parte: 1, parcela: 1, base: 10_000, prevista: 500 }]);
  });

  test('PAGA counts as received and invoiced on its date; Enviado as invoiced', () => {
    const { sale: created, entries } = sold({ status: 'PAGA' });
    expect(created).toMatchObject({ recebido: 10_000, pago_em: '2026-11-10', faturada_em: '2026-11-10' });
    expect(entries).toMatchObject([{ tipo: 'prevista' }, { tipo: 'devida', devida: 500, vencimento: '2026-12-15' }]);
    expect(sold({ status: 'Enviado' }).sale).toMatchObject({ recebido: 0, pago_em: null, faturada_em: '2026-11-10' });
  });

  test('a cancelled one earns nothing', () => expect(sold(cancelled).entries).toEqual([]));
});

describe('addReceipt', () => {
  const receive = (state: SaleState, valor: number, parcela?: number) =>
    addReceipt(state, { valor, data: '2026-11-30', parcela });

  test('adds to what was received, and makes its share due', () => {
    expect(
      receive(
        stateOf({ recebido: 1_000 }, { lastPart: 4, received: [{ parcela: 1, valor: 1_000, comissao: 50 }] }),
        2_000,
      ),
    ).toEqual({
      sale: { recebido: 3_000 },
      entries: [
        expect.objectContaining({ parte: 1, base: -2_000, prevista: -100 }),
        expect.objectContaining({ parte: 5, receipt: 'new', vencimento: '2026-12-15', base: 2_000, devida: 100 }),
      ],
      receipt: { data: '2026-11-30', covered: [{ parcela: 1, valor: 2_000, comissao: 100 }] },
    });
  });

  test('all that is open, and not a cent more', () => {
    const received = [{ parcela: 1, valor: 9_000, comissao: 450 }];
    expect(receive(stateOf({ recebido: 9_000 }, { received }), 1_000).sale).toEqual({ recebido: 10_000 });
    const exceeds = [409, 'O valor é maior que o que está em aberto'];
    expect(refusal(() => receive(stateOf({ recebido: 9_000 }, { received }), 1_001))).toEqual(exceeds);
    const parcelas = [4_000, 6_000].map((valor) => ({ vencimento: '2027-01-10', valor }));
    expect(refusal(() => receive(stateOf({ parcelas }), 4_001, 1))).toEqual(exceeds);
    // Paid by its status, without receipts.
    expect(refusal(() => receive(stateOf(paid), 1))).toEqual(exceeds);
  });

  test('not of a cancelled sale', () =>
    expect(refusal(() => receive(stateOf({ ...cancelled, recebido: 10_000 }), 1))).toEqual([
      409,
      'A venda está cancelada: seus recebimentos não mudam',
    ]));

  test('not after 500 of them', () => {
    expect(receive(stateOf({}, { receiptCount: 499 }), 1).sale).toEqual({ recebido: 1 });
    expect(refusal(() => receive(stateOf({}, { receiptCount: 500 }), 1))).toEqual([
      409,
      'A venda já tem 500 recebimentos',
    ]);
  });

  test('not of an instalment that the sale does not have', () => {
    const missing = [409, 'A venda não tem esta parcela'];
    const parcelas = [4_000, 6_000].map((valor) => ({ vencimento: '2027-01-10', valor }));
    expect(refusal(() => receive(stateOf({ parcelas }), 1, 3))).toEqual(missing);
    expect(refusal(() => receive(stateOf(), 1, 2))).toEqual(missing);
    expect(receive(stateOf(), 1, 1).receipt.covered).toEqual([{ parcela: 1, valor: 1, comissao: 0 }]);
    const two = [expected, { ...expected, parte: 2, parcela: 2 }];
    expect(receive(stateOf({ parcelas }, { expected: two }), 1, 2).receipt.covered).toEqual([
      { parcela: 2, valor: 1, comissao: 0 },
    ]);
  });
});

describe('takeReceiptBack', () => {
  const part = { parte: 2, parcela: 1, vencimento: '2026-12-15', percentual: 5, base: 4_000, devida: 200 };
  const receipt = { id: 'r', valor: 4_000, parts: [part], isPaid: false };
  const received = { recebido: 4_000 };

  test('what it made due is expected again', () => {
    expect(takeReceiptBack(stateOf(received, { receipt }), 'r', [2, 3])).toEqual({
      sale: { recebido: 0 },
      entries: [
        expect.objectContaining({ parte: 2, receipt: 'r', base: -4_000, devida: -200, motivo: 'recebimento desfeito' }),
        expect.objectContaining({
          parte: 1,
          receipt: null,
          base: 4_000,
          prevista: 200,
          motivo: 'recebimento desfeito',
        }),
      ],
      takenBack: 'r',
      motivo: 'recebimento desfeito',
    });
  });

  const automatic = [409, 'A venda consta como paga: seus recebimentos não podem ser desfeitos'];
  const unknown = [404, 'Recebimento não encontrado'];
  test.each<[string, unknown, SaleState, string, number[]?]>([
    ['what the status says was paid', automatic, stateOf(paid), 's', [9]],
    ['of an open sale there is nothing such', unknown, stateOf(), 's'],
    ['one that does not exist', unknown, stateOf(paid), 'r', [9]],
    ['one of another version', stale, stateOf({ ...received, ...cancelled }, { receipt }), 'r', [2, 4]],
    ['of no version', stale, stateOf(received, { receipt }), 'r', []],
    [
      'of a cancelled sale',
      [409, 'A venda está cancelada: seus recebimentos não mudam'],
      stateOf({ ...paid, ...cancelled }, { receipt }),
      'r',
    ],
    ['of a paid sale', automatic, stateOf(paid, { receipt: { ...receipt, isPaid: true } }), 'r'],
    [
      'when its commission was paid',
      [409, 'A comissão deste recebimento já foi paga: estorne o pagamento antes'],
      stateOf(received, { receipt: { ...receipt, isPaid: true } }),
      'r',
    ],
  ])('refuses %s', (_what, told, state, id, accepted) =>
    expect(refusal(() => takeReceiptBack(state, id, accepted))).toEqual(told),
  );
});

describe('requireChangeable', () => {
  const require = (
    fields: Partial<SaleFields>,
    changes: Parameters<typeof requireChangeable>[1],
    accepted?: number[],
  ) => requireChangeable(stateOf(fields), changes, accepted);
  const items = { valor_total: 10_000 };
  const parcelas = [{ vencimento: '2027-01-10', valor: 10_000 }];
  const fixed = (campo: string, status: string) => [
    409,
    `O campo ${campo} não pode mais ser alterado`,
    { campo, status },
  ];

  test('the version comes first, then the transition', () => {
    expect(refusal(() => require(cancelled, { status: 'Pedido' }, [2]))).toEqual(stale);
    expect(() => require({}, { status: 'Faturado', items }, [3])).not.toThrow();
    expect(refusal(() => require(cancelled, { status: 'Pedido', items }))).toEqual([
      409,
      'Transição de status inválida',
      { de: 'Cancelado', para: 'Pedido', permitidos: ['Cancelado', 'CANCELADA'] },
    ]);
  });

  test.each([
    ['Faturado', { items, data: '2026-11-11' }, 'itens'],
    ['Faturado', { data: '2026-11-11', pedido: 'B' }, 'data'],
    ['Cancelado', { parcelas, pedido: 'B' }, 'parcelas'],
    ['Cancelado', { pedido: 'B' }, 'pedido'],
    ['Entregue', { pedido: 'B' }, 'pedido'],
  ] as const)('%s: %j', (status, changes, campo) =>
    expect(refusal(() => require({ status, recebido: 1 }, changes))).toEqual(fixed(campo, status)),
  );

  test.each([
    ['Cancelado', { data: '2026-11-10', pedido: 'A', parcelas: null, motivo: 'x' }],
    ['Enviado', { pedido: 'B' }],
    ['Enviado', { parcelas }],
    ['Pedido', { items, data: '2026-11-11', pedido: 'B', parcelas }],
  ] as const)('%s: %j may be', (status, changes) => expect(() => require({ status }, changes)).not.toThrow());

  test('after a receipt neither items, date nor instalments change', () => {
    const told = [409, 'Itens, data e parcelas não mudam depois de um recebimento'];
    for (const changes of [{ items }, { data: '2026-11-11' }, { parcelas }])
      expect(refusal(() => require({ recebido: 1 }, changes))).toEqual(told);
    expect(() =>
      require({ recebido: 1, parcelas }, { parcelas: [{ valor: 10_000, vencimento: '2027-01-10' }] }),
    ).not.toThrow();
    expect(() => require({ recebido: 1 }, { pedido: 'B', status: 'PAGA' })).not.toThrow();
  });

  test('the instalments add up to the total, whichever of them changes', () => {
    const params = { codigo: 'sale.instalments_differ' };
    const message = 'A soma das parcelas deve ser o total da venda';
    const issue = { code: 'custom', message, params, path: ['parcelas'] };
    const told = [400, 'invalid input', [issue]];
    const twice = [...parcelas, ...parcelas];
    expect(refusal(() => require({}, { parcelas: twice }))).toEqual(told);
    expect(refusal(() => require({ parcelas }, { items: { valor_total: 9_999 } }))).toEqual(told);
    expect(() => require({ parcelas }, { items: { valor_total: 20_000 }, parcelas: twice })).not.toThrow();
    expect(() => require({ parcelas }, { items: { valor_total: 20_000 }, parcelas: null })).not.toThrow();
    expect(() => require({ parcelas }, {})).not.toThrow();
  });
});

describe('changeSale', () => {
  const change = (state: SaleState, changes: Parameters<typeof changeSale>[1]) => changeSale(state, changes, today);
  const parcelas = [{ vencimento: '2027-01-10', valor: 10_000 }];

  test('tells what is different, and why', () => {
    const changes = { pedido: 'B', data: '2026-11-10', status: undefined, motivo: 'erro' };
    expect(change(stateOf(), changes)).toEqual({ sale: { pedido: 'B' }, entries: [], motivo: 'erro' });
    expect(change(stateOf(), {})).toEqual({ sale: {}, entries: [], motivo: null });
  });

  test('an invoice is of today, and is not repeated', () => {
    const invoiced = change(stateOf(), { status: 'Faturado' });
    expect(invoiced).toEqual({ sale: { status: 'Faturado', faturada_em: today }, entries: [], motivo: null });
    expect(change(stateOf({ status: 'Faturado', faturada_em: '2026-11-12' }), { status: 'Enviado' }).sale).toEqual({
      status: 'Enviado',
    });
  });

  test('PAGA settles what is expected, and counts as received', () => {
    const { sale: changed, entries } = change(
      stateOf({ recebido: 4_000 }, { expected: [{ ...expected, base: 6_000, prevista: 300 }], lastPart: 2 }),
      {
        status: 'PAGA',
      },
    );
    expect(changed).toEqual({ status: 'PAGA', pago_em: today, faturada_em: today, recebido: 10_000 });
    expect(entries).toMatchObject([
      { parte: 1, base: -6_000, prevista: -300 },
      { parte: 3, base: 6_000, devida: 300 },
    ]);
    expect(change(stateOf(paid), { status: 'PAGA' })).toEqual({ sale: {}, entries: [], motivo: null });
  });

  test('by the invoice it is settled then, and not again when it is paid', () => {
    const rule = { comissao_quando: 'faturamento' } as const;
    expect(change(stateOf(rule), { status: 'Enviado' }).entries).toMatchObject([
      { base: -10_000 },
      { parte: 2, devida: 500 },
    ]);
    expect(
      change(stateOf({ ...rule, status: 'Faturado', faturada_em: '2026-11-12' }), { status: 'PAGA' }),
    ).toMatchObject({
      sale: { pago_em: today, recebido: 10_000 },
      entries: [],
    });
  });

  test('PAGA was a mistake: as Faturado, what its receipts say is received, and the rest is expected again', () => {
    const received = [
      { parcela: 1, valor: 3_000, comissao: 150 },
      { parcela: 2, valor: 1_000, comissao: 50 },
    ];
    const two = [3_000, 7_000].map((valor) => ({ vencimento: '2027-01-10', valor }));
    const decided = change(stateOf({ ...paid, parcelas: two }, { received, lastPart: 6 }), { status: 'Faturado' });
    expect(decided).toMatchObject({
      sale: { status: 'Faturado', pago_em: null, recebido: 4_000 },
      reversed: { motivo: 'recebimento desfeito', keepsReceipts: true },
      entries: [
        { parte: 7, base: 0, prevista: 0 },
        { parte: 8, base: 6_000, prevista: 300 },
      ],
    });
    expect(change(stateOf({ ...paid, status: 'Enviado' }), { status: 'Enviado' })).toEqual({
      sale: {},
      entries: [],
      motivo: null,
    });
    expect(change(stateOf({ ...paid, comissao_quando: 'faturamento' }), { status: 'Faturado' })).toEqual({
      sale: { status: 'Faturado', pago_em: null, recebido: 0 },
      ...{ entries: [], motivo: null },
    });
    // Sent meanwhile: it stays paid.
    expect(change(stateOf(paid), { status: 'Enviado' }).sale).toEqual({ status: 'Enviado' });
  });

  test.each([
    ['another total', { items: { valor_total: 20_000, comissao: 500 } }],
    ['another commission', { items: { valor_total: 10_000, comissao: 400, comissao_percentual: 4 } }],
    ['another date', { data: '2026-10-10' }],
    ['other instalments', { parcelas }],
  ])('%s is planned anew', (_what, changes) => {
    const { reversed, entries } = change(stateOf({}, { lastPart: 4 }), changes);
    expect(reversed).toEqual({ motivo: 'venda alterada', keepsReceipts: true });
    expect(entries).toMatchObject([{ tipo: 'prevista', parte: 5, parcela: 1 }]);
  });

  test('by the invoice, instalments change nothing, but the total does', () => {
    const rule = { comissao_quando: 'faturamento' } as const;
    expect(change(stateOf(rule), { parcelas })).toEqual({ sale: { parcelas }, entries: [], motivo: null });
    expect(change(stateOf(rule), { items: { valor_total: 1 } }).entries).toMatchObject([{ base: 1 }]);
  });

  test('the same total and commission at another rate stay as they are planned', () => {
    const at = { valor_total: 10_000, comissao: 500, comissao_percentual: 5 };
    expect(change(stateOf({ comissao_percentual: 5.000001 }), { items: at })).toEqual({
      sale: { comissao_percentual: 5 },
      ...{ entries: [], motivo: null },
    });
  });

  test('items that are exchanged in the step that pays are planned as paid', () => {
    const {
      reversed,
      entries,
      sale: changed,
    } = change(stateOf(), { status: 'PAGA', items: { valor_total: 20_000, comissao: 1_000 } });
    expect([changed.recebido, reversed?.motivo]).toEqual([20_000, 'venda alterada']);
    expect(entries).toMatchObject([
      { parte: 2, base: 20_000, prevista: 1_000 },
      { parte: 2, devida: 1_000 },
    ]);
  });

  test('a cancelled sale loses all of its commission, once', () => {
    expect(change(stateOf(paid), { status: 'Cancelado' })).toEqual({
      sale: { status: 'Cancelado' },
      reversed: { motivo: 'venda cancelada', keepsReceipts: false },
      ...{ entries: [], motivo: null },
    });
    expect(change(stateOf({ ...cancelled, comissao_quando: 'faturamento' }), { status: 'CANCELADA' })).toEqual({
      sale: { status: 'CANCELADA' },
      ...{ entries: [], motivo: null },
    });
  });
});

describe('deleteSale', () => {
  test('takes its commission back', () =>
    expect(deleteSale(stateOf(), [3])).toEqual({
      sale: {},
      ...{ entries: [], reversed: { motivo: 'venda excluída', keepsReceipts: false }, isDeleted: true },
    }));

  test('not of another version, nor when its commission was paid', () => {
    expect(refusal(() => deleteSale(stateOf({}, { isPaid: true }), [2]))).toEqual(stale);
    expect(refusal(() => deleteSale(stateOf({}, { isPaid: true }), undefined))).toEqual([
      409,
      'A comissão desta venda já foi paga: estorne o pagamento antes de excluir a venda',
    ]);
  });
});

test('random histories: what the rules decide is what the model computes, after every step', async () => {
  const counts = new Map<string, number>();
  const steps = fc.tuple(
    fc.array(sell, { minLength: 1, maxLength: 2 }),
    fc.array(saleAction, { minLength: 10, maxLength: 25, size: 'max' }),
  );
  await fc.assert(
    fc.asyncProperty(rate, fc.constantFrom<Rule>('recebimento', 'faturamento'), steps, async (taxa, rule, history) => {
      const service = startSalesInMemory(rule, taxa / 1_000_000);
      const company = startHistory(
        { empresa: '', cliente: '', representada: '', rate: taxa, rule, counts },
        service.send,
      );
      for (const step of history.flat()) {
        await company.act(step);
        company.compare(service.books());
      }
    }),
    { numRuns: 120, endOnFailure: true },
  );
  expect([...accepted, ...refused].filter((outcome) => !counts.has(outcome))).toEqual([]);
}, 60_000);
