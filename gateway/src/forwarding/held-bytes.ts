import { limits, Refused } from '@representa/queues';

/** The bytes that the gateway holds for companies: bodies that arrive or are forwarded, and short replies until they are read. */
export interface HeldBytes {
  add(empresa_id: string, bytes: number): void;
  /** What is said to a company that holds too many, or would with so many more. */
  refusalOf(empresa_id: string, more?: number): Refused | undefined;
}

export const makeHeldBytes = (): HeldBytes => {
  const { all, ofCompany, ofCompanyWhenBusy } = limits.bytes;
  const held = new Map<string, number>();
  let total = 0;
  return {
    add: (empresa_id, bytes) => {
      total += bytes;
      const sum = (held.get(empresa_id) ?? 0) + bytes;
      if (sum > 0) held.set(empresa_id, sum);
      else held.delete(empresa_id);
    },
    refusalOf: (empresa_id, more = 0) => {
      const max = total > all / 2 ? ofCompanyWhenBusy : ofCompany;
      if ((held.get(empresa_id) ?? 0) + more > max) return new Refused('bytes', 'caller');
      return total + more > all ? new Refused('bytes', 'all') : undefined;
    },
  };
};
