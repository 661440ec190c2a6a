import { productBody } from '@representa/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
  api = catalog.empresa();
});
afterAll(() => catalog.stop());

const decimals = 6;
const largest = 999_999_999;

/** Half up to six decimals, by hand on the digits as they were written. */
const rounded = (written: string): string => {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padStart((whole + fraction).length + Math.max(0, 1 - point), '0');
  const at = Math.max(1, point) + decimals;
  const padded = digits.padEnd(at + 1, '0');
  const millionths = BigInt(padded.slice(0, at)) + (padded.charAt(at) >= '5' ? 1n : 0n);
  const text = millionths.toString().padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '');
};

const priceIn = (text: string): string => /"preco":([^,}]*)/.exec(text)?.[1] ?? '';

/** What a caller may write: up to nine digits before the point and any number after it. */
const writtenPrice = fc
  .tuple(fc.integer({ min: 0, max: largest - 1 }), fc.stringMatching(/^[0-9]{1,9}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`)
  // JSON numbers are read as doubles: only those which survive that are a caller's own digits.
  .filter((written) => written.replace(/\.?0+$/, '') === String(Number(written)));

const created = async (preco: string) =>
  api.post('/products', JSON.stringify(productBody({ preco: 0 })).replace('"preco":0', `"preco":${preco}`));

test('the hand-made rounding of this test is right', () => {
  expect(rounded('0')).toBe('0');
  expect(rounded('100')).toBe('100');
  expect(rounded('1.0000005')).toBe('1.000001');
  expect(rounded('1.0000004999')).toBe('1');
  expect(rounded('5e-7')).toBe('0.000001');
  expect(rounded('4.9e-7')).toBe('0');
  expect(rounded('1.5e-5')).toBe('0.000015');
  expect(rounded('9.9999995')).toBe('10');
  expect(rounded('1e3')).toBe('1000');
});

test('a price is kept to six decimals, half up, exactly as written', async () => {
  await fc.assert(
    fc.asyncProperty(writtenPrice, async (written) => {
      const { status, text, body } = await created(written);
      expect(status).toBe(201);
      expect(priceIn(text)).toBe(rounded(written));
      const updated = await api.put(`/products/${body.data.id}`, `{"preco":${written}}`);
      expect(priceIn(updated.text)).toBe(rounded(written));
    }),
    { numRuns: 150 },
  );
});

test('any number from zero to the largest is a price, whatever its notation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: largest, noNaN: true }), async (price) => {
      const { status, text } = await created(String(price));
      expect(status).toBe(201);
      expect(priceIn(text)).toBe(rounded(String(price)));
    }),
    { numRuns: 150 },
  );
});

test('no other number is a price', async () => {
  const outside = fc.oneof(
    fc.double({ min: Number.MIN_VALUE, noNaN: true }).map((price) => -price),
    fc.double({ min: largest, minExcluded: true, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(outside, async (price) => {
      const { status, body } = await created(String(price).replace('Infinity', '1e999'));
      expect(status).toBe(400);
      expect(body.details).toEqual([expect.objectContaining({ path: ['preco'] })]);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['0.1', '0.1'],
  ['0.30000000000000004', '0.3'],
  ['1.005', '1.005'],
  ['0.0000005', '0.000001'],
  ['0.00000049999', '0'],
  ['1e-7', '0'],
  ['5e-324', '0'],
  ['-0', '0'],
  ['1E2', '100'],
  ['0.000001', '0.000001'],
  ['999999998.9999995', '999999999'],
  ['999999999', '999999999'],
  ['123456.654321', '123456.654321'],
])('%s is kept as %s', async (written, kept) => {
  const { status, text } = await created(written);
  expect(status).toBe(201);
  expect(priceIn(text)).toBe(kept);
});
