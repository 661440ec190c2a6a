import { expect, test } from 'vitest';
import { freezeRates } from '../../src/commissions/freeze-rates.rules.ts';

const item = (produtoId: string, valorTotal: number) => ({
  produtoId,
  quantidade: 1,
  valorUnitario: valorTotal,
  valorTotal,
});
const freeze = (itens: ReturnType<typeof item>[], comissao: number, comissoes: [string, number][] = []) =>
  freezeRates(itens, { comissao, comissoes });

test("a product's own rate wins over the representada's, also when it is zero; of two the last one counts", () => {
  const { itens } = freeze([item('a', 10), item('b', 10), item('c', 10)], 5, [
    ['a', 7],
    ['b', 0],
    ['a', 8],
  ]);
  expect(itens).toEqual([
    { ...item('a', 10), comissao: 8 },
    { ...item('b', 10), comissao: 0 },
    { ...item('c', 10), comissao: 5 },
  ]);
});

test.each([
  ['half a cent is rounded up', [item('a', 0.1)], 5, [], 1],
  ['less than half a cent is lost', [item('a', 0.09)], 5, [], 0],
  ['each item is rounded by itself', [item('a', 0.1), item('b', 0.1)], 5, [], 2],
  ['items add up', [item('a', 100), item('b', 200)], 5, [['b', 10]], 2_500],
] as const)('the commission: %s', (_what, itens, comissao, comissoes, cents) => {
  expect(
    freeze(
      [...itens],
      comissao,
      comissoes.map(([id, rate]) => [id, rate]),
    ).comissao,
  ).toBe(cents);
});

test('the rate of all items is the rate of the sale, whatever rounding made of the amount', () => {
  expect(freeze([item('a', 0.1), item('b', 3)], 5).comissao_percentual).toBe(5);
  expect(freeze([item('a', 0.1)], 5, [['a', 7.5]]).comissao_percentual).toBe(7.5);
});

test('of different rates it is the average by amount, to six decimals', () => {
  expect(freeze([item('a', 100), item('b', 200)], 5, [['b', 10]]).comissao_percentual).toBe(8.333333);
  expect(freeze([item('a', 100), item('b', 200)], 10, [['b', 5]]).comissao_percentual).toBe(6.666667);
});

test('of items that cost nothing it is zero when their rates differ', () => {
  expect(freeze([item('a', 0), item('b', 0)], 5, [['b', 10]])).toMatchObject({ comissao: 0, comissao_percentual: 0 });
  expect(freeze([], 5)).toEqual({ itens: [], comissao: 0, comissao_percentual: 0 });
});
