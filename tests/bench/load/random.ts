/** Fast, and the same in every run (mulberry32). */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Arrival times of independent requests in milliseconds (Poisson). */
export const arrivals = (rate: number, seconds: number, random: () => number): Float64Array => {
  const moments: number[] = [];
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) * 1_000) / rate;
    if (at >= seconds * 1_000) return Float64Array.from(moments);
    moments.push(at);
  }
};
