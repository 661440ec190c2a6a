/** The zone's usual name, or undefined when there is no such zone. An offset is refused: it has no summer time. */
export const readTimeZone = (text: string): string | undefined => {
  try {
    if (/^[a-z]/i.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {}
  return undefined;
};
