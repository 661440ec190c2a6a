import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booleanQuery, searchText } from '../../src/index.ts';
import { largestPage, listQuery, pageOrCursor } from '../../src/lists/lists.schemas.ts';
import { anyString } from '../arbitraries.ts';
import { issuesOf } from '../rejection.ts';

const pageQuery = listQuery(z.object(pageOrCursor));

/** As lists compute it. */
const offsetOf = ({ page, limit }: { page: number; limit: number }): number => (page - 1) * limit;

const largestInt8 = 2n ** 63n - 1n;

describe('page and limit', () => {
  it('are 1 and 20 unless said otherwise', () => {
    expect(pageQuery.parse({})).toEqual({ page: 1, limit: 20 });
  });

  it.each([
    ['1', 1],
    ['99', 99],
    ['100', 100],
    ['101', 100],
    ['500', 100],
    ['999999999', 100],
    ['007', 7],
  ])('a limit of %s is answered as %i', (limit, expected) => {
    expect(pageQuery.parse({ limit })).toEqual({ page: 1, limit: expected });
  });

  it('any positive whole number is a page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.nat(3), (page, zeros) => {
        expect(pageQuery.parse({ page: '0'.repeat(zeros) + page }).page).toBe(page);
        expect(pageQuery.parse({ limit: `${page}` }).limit).toBe(Math.min(page, largestPage));
      }),
    );
  });

  const refused = [
    '0',
    '00',
    '-1',
    '+1',
    '1.5',
    '1.0',
    '1e3',
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '９',
    '١',
    '0x10',
    'NaN',
    'Infinity',
    'null',
    '1,000',
    '1_000',
    '1\0',
  ];
  it.each(refused.map((value) => [value.slice(0, 30), value]))('%j is neither', (_name, value) => {
    expect(issuesOf(pageQuery, { page: value })).toMatchObject([{ path: ['page'] }]);
    expect(issuesOf(pageQuery, { limit: value })).toMatchObject([{ path: ['limit'] }]);
  });

  it.each(['9223372036854775807', '9223372036854775808', '1'.repeat(400), '9'.repeat(100_000)])(
    'a number beyond all pages is no page, and as a limit the largest one',
    (value) => {
      expect(issuesOf(pageQuery, { page: value })).toMatchObject([{ path: ['page'] }]);
      expect(pageQuery.parse({ limit: value }).limit).toBe(largestPage);
    },
  );

  it.each([[['1', '2']], [{ a: '1' }], [1], [null], [true]])('%j is neither, but no text', (value) => {
    expect(issuesOf(pageQuery, { page: value })).toMatchObject([{ code: 'invalid_type', path: ['page'] }]);
  });

  it('whatever the text, are refused or give an offset that PostgreSQL can count to', () => {
    const numeral = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 25 });
    fc.assert(
      fc.property(fc.oneof(numeral, anyString), fc.oneof(numeral, anyString), (page, limit) => {
        const { data, error } = pageQuery.safeParse({ page, limit });
        expect(data === undefined).toBe(error !== undefined);
        if (data === undefined) return;
        expect(data.limit >= 1 && data.limit <= largestPage && data.page >= 1).toBe(true);
        expect(BigInt(data.page) * BigInt(data.limit) <= largestInt8).toBe(true);
        const exact = (BigInt(data.page) - 1n) * BigInt(data.limit);
        // Beyond what a number holds to the digit there is no record anyway.
        if (exact <= BigInt(Number.MAX_SAFE_INTEGER)) expect(BigInt(offsetOf(data))).toBe(exact);
        else expect(BigInt(offsetOf(data)) <= largestInt8).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('the offset is written without an exponent, even of the last page', () => {
    const last = pageQuery.parse({ page: '9007199254740991', limit: '100' });
    expect(last.page).toBe(Number.MAX_SAFE_INTEGER);
    expect(String(offsetOf(last))).toMatch(/^9007199254740\d{5}$/);
    for (const page of ['9007199254740992', '9007199254740993'])
      expect(issuesOf(pageQuery, { page })).toMatchObject([{ code: 'too_big', path: ['page'] }]);
  });
});

describe('a search', () => {
  it('that is empty is none', () => {
    for (const value of [undefined, '', '  ', '\n']) expect(searchText.parse(value)).toBeUndefined();
    expect(searchText.parse(' São_Paulo% ')).toBe('São_Paulo%');
  });

  it('is refused with what no record can hold, or beyond 200 characters', () => {
    for (const value of ['\0', 'a\ud800', 'x'.repeat(201), ['a', 'b']])
      expect(searchText.safeParse(value).success).toBe(false);
    expect(searchText.parse('x'.repeat(200))).toHaveLength(200);
  });
});

describe('a boolean in a query', () => {
  it('is true, false or absent', () => {
    expect([booleanQuery.parse('true'), booleanQuery.parse('false'), booleanQuery.parse(undefined)]).toEqual([
      true,
      false,
      undefined,
    ]);
    fc.assert(
      fc.property(
        fc.oneof(anyString, fc.constantFrom('TRUE', 'True', '1', '0', '', 'yes', ' true', 'true ', ['true', 'false'])),
        (value) => !booleanQuery.safeParse(value).success,
      ),
    );
  });
});
