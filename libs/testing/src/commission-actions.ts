import fc from 'fast-check';

/** Amounts of some cents show how shares are rounded, others how they add up. */
const cents = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 500_000 }));
const pick = fc.nat();
/** So many instalments, due in these months. None: one sum. `fc.option` with a frequency of 1 never leaves out. */
const terms = {
  parts: fc.integer({ min: 0, max: 7 }),
  months: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }),
};
const status = <Status extends string>(one: Status) =>
  fc.record({ kind: fc.constant('advance' as const), pick, status: fc.constant(one) });
const share = fc.oneof(fc.double({ min: 0, max: 1.1, noNaN: true }), fc.constant(1));

export const sell = fc.record({
  kind: fc.constant('sell' as const),
  cents,
  ...terms,
  status: fc.constantFrom('Pedido' as const, 'Pedido' as const, 'PAGA' as const, 'Faturado' as const),
});

/** The sale is open: something may happen to it. */
export const sellOpen = sell.map((sale) => ({ ...sale, status: 'Pedido' as const }));

const adjusted = fc.integer({ min: 1, max: 10_000 });

const change = fc.record({ kind: fc.constant('change' as const), pick, cents });
const redate = fc.record({ kind: fc.constant('redate' as const), pick, day: fc.integer({ min: 10, max: 12 }) });
const divide = fc.record({ kind: fc.constant('split' as const), pick, ...terms });
const receive = fc.record({ kind: fc.constant('receive' as const), pick, share });
const parcela = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 8 }));
const receiveOne = fc.record({ kind: fc.constant('receiveOne' as const), pick, share, parcela });
const takeBack = fc.record({ kind: fc.constant('takeBack' as const), pick, which: fc.nat() });
const remove = fc.record({ kind: fc.constant('remove' as const), pick });

/** What is refused often comes often. */
export const saleAction = fc.oneof(
  ...[sell, change, change, redate, divide, divide, receive, receive, receive, receiveOne, receiveOne, remove],
  ...[
    takeBack,
    takeBack,
    takeBack,
    takeBack,
    status('PAGA'),
    status('Faturado'),
    status('Enviado'),
    status('Cancelado'),
  ],
);

export const action = fc.oneof(
  { arbitrary: saleAction, weight: 15 },
  {
    arbitrary: fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constant('reverse' as const), pick }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      cents: fc.oneof(
        adjusted,
        adjusted.map((one) => -one),
      ),
    }),
    weight: 1,
  },
);

type Of<One> = One extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = Of<typeof action>;

/** Of a representada, in millionths of a percent. */
export const rate = fc.oneof(
  fc.constantFrom(0, 5_000_000, 3_333_333, 100_000_000, 1),
  fc.integer({ min: 0, max: 100_000_000 }),
);

/** What actions may come to. A run in which one of them never happens proves less than it says. */
export const accepted = [
  ...[
    'sell 201',
    'change 200',
    'redate 200',
    'split 200',
    'receive 201',
    'receiveOne 201',
    'takeBack 200',
    'remove 200',
  ],
  ...['PAGA 200', 'Faturado 200', 'Enviado 200', 'Cancelado 200'],
];
export const refused = [
  'change',
  'redate',
  'split',
  'receive',
  'receiveOne',
  'takeBack',
  'PAGA',
  'Faturado',
  'Enviado',
].map((kind) => `${kind} 409`);
