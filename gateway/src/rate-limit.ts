/** Counts what each company asks for in the current second; true when it is too much. */
export const makeRateLimit = (perSecond: number): ((empresa_id: string) => boolean) => {
  const counts = new Map<string, number>();
  let second = 0;
  return (empresa_id) => {
    const now = Math.trunc(performance.now() / 1_000);
    if (now !== second) {
      second = now;
      counts.clear();
    }
    const count = (counts.get(empresa_id) ?? 0) + 1;
    counts.set(empresa_id, count);
    return count > perSecond;
  };
};
