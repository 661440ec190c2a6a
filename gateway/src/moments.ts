const earliest = Date.UTC(1900, 0);
const end = Date.UTC(10_000, 0);

/** A moment in UTC, to the millisecond. Undefined outside the years 1900 to 9999, which PostgreSQL and replies write alike. */
export const asUtc = (text: string): string | undefined => {
  const time = Date.parse(text);
  return time >= earliest && time < end ? new Date(time).toISOString() : undefined;
};
