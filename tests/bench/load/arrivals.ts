/** Arrival times of independent requests in milliseconds (Poisson). */
export const arrivals = (rate: number, seconds: number, random: () => number): Float64Array => {
  const moments: number[] = [];
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) * 1_000) / rate;
    if (at >= seconds * 1_000) return Float64Array.from(moments);
    moments.push(at);
  }
};
