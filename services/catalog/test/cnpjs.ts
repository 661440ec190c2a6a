import { cnpj as cnpjSchema } from '@representa/brazil';

let last = 0;

/** A CNPJ that no other call has returned; its first characters can be chosen. */
export const freshCnpj = (beginning = ''): string => {
  last += 1;
  const base = beginning + String(last).padStart(12 - beginning.length, '0');
  for (let digits = 0; digits < 100; digits += 1) {
    const cnpj = base + String(digits).padStart(2, '0');
    if (cnpjSchema.safeParse(cnpj).success) return cnpj;
  }
  throw new Error(`no check digits fit ${base}`);
};
