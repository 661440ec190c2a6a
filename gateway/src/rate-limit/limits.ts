/** Of a company's own limit and of the usual one. The columns of migration 002-keys.sql take no more, either. */
export const [mostRate, mostBurst] = [100_000, 1_000_000];
