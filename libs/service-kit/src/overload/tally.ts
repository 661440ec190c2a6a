interface Tally {
  of(key: string): number;
  total(): number;
  add(key: string, count: number): void;
}

/** Counts by key and in all. A key whose count is back at zero takes no memory. */
export const makeTally = (): Tally => {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    of: (key) => counts.get(key) ?? 0,
    total: () => total,
    add: (key, count) => {
      total += count;
      const sum = (counts.get(key) ?? 0) + count;
      if (sum > 0) counts.set(key, sum);
      else counts.delete(key);
    },
  };
};
