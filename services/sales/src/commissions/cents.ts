import { toMicros } from '../sales/money.ts';

/** An amount of two decimals as whole cents. */
export const toCents = (amount: number): bigint => {
  const cents = (toMicros(Math.abs(amount)) + 5_000n) / 10_000n;
  return amount < 0 ? -cents : cents;
};

export const fromCents = (cents: bigint): number => Number(cents) / 100;

export const sumOf = (amounts: readonly number[]): number =>
  fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n));
