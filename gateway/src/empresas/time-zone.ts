/** As the services will read it, in its usual spelling; undefined when there is none. Not an offset, which knows no summer time. */
export const readTimeZone = (text: string): string | undefined => {
  try {
    if (/^[a-z]/i.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {}
  return undefined;
};
