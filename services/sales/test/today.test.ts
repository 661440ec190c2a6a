import { describe, expect, test } from 'vitest';
import { isFuture, todayOf } from '../src/today.ts';

const lateEvening = new Date('2027-01-01T01:30:00Z'); // still the evening of 2026-12-31 in São Paulo
const saoPaulo = { time_zone: 'America/Sao_Paulo' };

describe('today', () => {
  test('is the date where the company is', () => {
    expect(todayOf(saoPaulo, lateEvening)).toBe('2026-12-31');
    expect(todayOf({ time_zone: 'UTC' }, lateEvening)).toBe('2027-01-01');
  });

  test.each(['America/Brasilia', ''])('in the unknown zone %j is the date in São Paulo', (time_zone) => {
    expect(todayOf({ time_zone }, lateEvening)).toBe('2026-12-31');
    expect(isFuture('2027-01-02', { time_zone }, lateEvening)).toBe(true);
  });

  test('a date is in the future only when it is so in UTC too', () => {
    expect(isFuture('2026-12-31', saoPaulo, lateEvening)).toBe(false);
    expect(isFuture('2027-01-01', saoPaulo, lateEvening)).toBe(false);
    expect(isFuture('2027-01-02', saoPaulo, lateEvening)).toBe(true);
  });

  test('a company east of UTC may already be in tomorrow', () => {
    expect(isFuture('2027-01-01', { time_zone: 'Pacific/Auckland' }, new Date('2026-12-31T12:00:00Z'))).toBe(false);
  });
});
