/** Larger than the error of reading two clocks one after the other. */
const toleratedMs = 5;

/** When `performance.now()` was zero, in milliseconds since 1970. */
let origin = performance.timeOrigin;

/**
 * Milliseconds since 1970, with fractions, of a time by `performance.now()`. By default the SDK starts spans at whole
 * milliseconds, so a child could end after its parent.
 */
export const epochOf = (time: number): number => {
  const now = Date.now();
  // The system clock was set, or the machine was suspended.
  if (Math.abs(now - origin - time) > toleratedMs) origin = now - time;
  return origin + time;
};
