/** Companies `first` to `last`, and how much each has. */
export interface Block {
  first: number;
  last: number;
  clients: number;
  sales: number;
  itens: number;
}

/** Ordinary companies: what most scenarios are spread over. */
export const crowd: Block = { first: 1, last: 100, clients: 1_000, sales: 2_000, itens: 3 };
/** One like them, which the hot scenarios have to themselves. */
export const hot: Block = { ...crowd, first: 50_000, last: 50_000 };
/** Many small companies, for growth in their number. */
export const small = (last: number): Block => ({ first: 101, last, clients: 20, sales: 20, itens: 1 });
/** One company of a given size, for growth in records. */
export const ofSize = (size: number): Block => {
  const company = 60_000 + Math.round(Math.log10(size));
  return { first: company, last: company, clients: size, sales: size, itens: 1 };
};

export const isLarge = ({ first, last, clients }: Block): boolean => (last - first + 1) * clients >= 50_000;
