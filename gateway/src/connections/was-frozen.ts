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

/** Did this process stand still until a moment ago? Then a timeout that has passed says nothing about the caller. */
export const wasFrozen = (): boolean => {
  const now = performance.now();
  return now - lastTick > frozenMs || now - thawedAt < afterMs;
};
