const tickMs = 250;
const frozenMs = 2_000;
const afterMs = 1_000;

let lastTick = performance.now();
let thawedAt = Number.NEGATIVE_INFINITY;

setInterval(() => {
  const now = performance.now();
  if (now - lastTick > frozenMs) thawedAt = now;
  lastTick = now;
}, tickMs).unref();

/** True when this process stood still until a moment ago: a timeout that has passed then is not the caller's fault. */
export const wasFrozen = (): boolean => {
  const now = performance.now();
  return now - lastTick > frozenMs || now - thawedAt < afterMs;
};
