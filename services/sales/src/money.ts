/** Binary fractions cannot hold 0.10, so amounts are computed in whole cents. A double holds those of the largest sale exactly. */
export type Cents = number;

/**
 * Quantities, unit prices and rates keep six decimals: whole numbers of millionths. A JSON number is taken as the decimal its
 * sender wrote: its shortest decimal form.
 */
type Micros = bigint;

const decimals = 6;
const microsPerUnit = 10n ** 6n;

/** Only for a dividend not below zero. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor / 2n) / divisor;

/** Rounds half up to six decimals. Only for numbers not below zero. */
export const toMicros = (value: number): Micros => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + decimals;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
};

/** Exact: within the limits a value has at most fifteen digits, which a double holds and prints to the digit. */
export const fromMicros = (value: Micros): number => {
  const fraction = (value % microsPerUnit).toString().padStart(decimals, '0');
  return Number(`${value / microsPerUnit}.${fraction}`);
};

/** quantity × unit price, rounded half up. */
export const itemTotal = (quantidade: Micros, valorUnitario: Micros): Cents =>
  Number(divideHalfUp(quantidade * valorUnitario * 100n, microsPerUnit * microsPerUnit));

/** value × part ÷ whole, rounded half up. None of them is below zero. */
export const proportion = (value: Cents, part: Cents, whole: Cents): Cents =>
  whole === 0 ? 0 : Number(divideHalfUp(BigInt(value) * BigInt(part), BigInt(whole)));

/** An amount of two decimals as whole cents. Up to fifteen digits, the product is less than half a cent from the exact one. */
export const toCents = (amount: number): Cents => Math.round(amount * 100);

export const fromCents = (cents: Cents): number => cents / 100;

/** Exact, also when it is more than a sale may have: statements add up thousands. */
export const sumOf = (amounts: readonly number[]): number =>
  fromCents(Number(amounts.reduce((sum, amount) => sum + BigInt(toCents(amount)), 0n)));

/** The record with these of its amounts converted. */
const converted =
  (convert: (amount: number) => number) =>
  <Row extends object>(row: Row, ...amounts: (keyof Row)[]): Row => {
    const values = amounts
      .filter((name) => row[name] !== undefined)
      .map((name) => [name, convert(row[name] as number)]);
    return { ...row, ...Object.fromEntries(values) };
  };

export const inCents = converted(toCents);
export const inReais = converted(fromCents);
