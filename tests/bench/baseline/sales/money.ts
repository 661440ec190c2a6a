/** Millionths, so that decimals stay exact. */
export type Micros = bigint;

const halfUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor / 2n) / divisor;

/** Of a number not below zero, as its sender wrote it; half up to six decimals. */
export const toMicros = (value: number): Micros => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length + 6;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : halfUp(digits, 10n ** BigInt(-shift));
};

/** To cents, half up. */
export const itemTotal = (quantidade: Micros, valorUnitario: Micros): Micros =>
  halfUp(quantidade * valorUnitario, 10_000_000_000n) * 10_000n;

export const toDecimal = (amount: Micros): string => {
  const fraction = (amount % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '');
  return fraction === '' ? String(amount / 1_000_000n) : `${amount / 1_000_000n}.${fraction}`;
};
