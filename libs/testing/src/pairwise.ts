/**
 * Combinations in which every value meets every value of each other list. Far fewer than all combinations, and the same ones
 * every time.
 */
export const pairwise = <Row extends readonly unknown[]>(
  ...lists: { [Place in keyof Row]: readonly Row[Place][] }
): Row[] => {
  const all = lists.reduce<number[][]>((rows, list) => rows.flatMap((row) => list.map((_, i) => [...row, i])), [[]]);
  const missing = new Set(all.flatMap(pairsIn));
  const missingIn = (row: number[]): number => pairsIn(row).filter((pair) => missing.has(pair)).length;
  const chosen: number[][] = [];
  while (missing.size > 0) {
    const next = all.reduce((best, row) => (missingIn(row) > missingIn(best) ? row : best));
    for (const pair of pairsIn(next)) missing.delete(pair);
    chosen.push(next);
  }
  return chosen.map((row) => row.map((i, place) => lists[place]?.[i]) as unknown as Row);
};

const pairsIn = (row: number[]): string[] =>
  row.flatMap((i, place) => row.slice(0, place).map((j, other) => `${other}:${j} ${place}:${i}`));
