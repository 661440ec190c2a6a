import { largestTotal } from '../sales/sales.schemas.ts';

/** `1.234,56`, `1,234.56`, `R$ 10,00`. Undefined for what is no amount of at most two decimals. */
export const parseAmount = (text: string): number | undefined => {
  const plain = text.replace(/^R\$|\s/g, '');
  const decimal = /[.,](\d{1,2})$/.exec(plain);
  const whole = decimal ? plain.slice(0, decimal.index) : plain;
  if (!/^-?\d{1,3}([.,]?\d{3})*$/.test(whole) && !/^-?\d+$/.test(whole)) return undefined;
  const amount = Number(`${whole.replace(/[.,]/g, '')}.${decimal?.[1] ?? '0'}`);
  return Math.abs(amount) <= largestTotal ? amount : undefined;
};
