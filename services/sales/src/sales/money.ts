/**
 * Amounts as whole numbers of millionths, because quantities and unit prices keep six decimals and binary fractions
 * cannot hold 0.10. A JSON number is taken as the decimal its sender wrote: its shortest decimal form.
 */
export type Micros = bigint;

const decimals = 6;
const microsPerUnit = 10n ** 6n;
const microsPerCent = 10n ** 4n;

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor / 2n) / divisor;

/** Below this a double holds every number of millionths, and says it in its shortest decimal form. */
const exactBelow = 1e15;

/** Rounds half up to six decimals. Only for numbers not below zero. */
export const toMicros = (value: number): Micros => {
  const scaled = Math.round(value * 1e6);
  if (scaled < exactBelow && scaled / 1e6 === value) return BigInt(scaled);
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + decimals;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
};

/** quantity × unit price, rounded half up to cents. */
export const itemTotal = (quantidade: Micros, valorUnitario: Micros): Micros =>
  divideHalfUp(quantidade * valorUnitario, microsPerUnit * microsPerCent) * microsPerCent;

/** The shortest decimal notation, which is also a JSON number. */
export const toDecimal = (amount: Micros): string => {
  if (amount < exactBelow) return String(Number(amount) / 1e6);
  const fraction = (amount % microsPerUnit).toString().padStart(decimals, '0').replace(/0+$/, '');
  return fraction === '' ? String(amount / microsPerUnit) : `${amount / microsPerUnit}.${fraction}`;
};
