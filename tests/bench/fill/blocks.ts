/** Companies `first` to `last`, and how much each has. */
export interface Block {
  first: number;
  last: number;
  clients: number;
  sales: number;
}

/** Ordinary companies. Most scenarios spread their requests over them. */
export const crowd: Block = { first: 1, last: 100, clients: 1_000, sales: 2_000 };
/** One more of the same size, for the scenario in which one company gets all requests. */
export const hot: Block = { ...crowd, first: 50_000, last: 50_000 };
/** The company that is alone in its database and grows. */
export const alone = (size: number): Block => ({ first: 1, last: 1, clients: size, sales: size });
