const formats = new Map<string, Intl.DateTimeFormat>();

/** The default of `empresa.time_zone` in the gateway. */
const defaultTimeZone = 'America/Sao_Paulo';

/** An unknown zone, for example one misspelt in the database, must not make sales fail. */
const makeFormat = (timeZone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimeZone, ...parts });
  }
};

/** The date in a time zone, as YYYY-MM-DD. */
const todayIn = (timeZone: string, moment: Date): string => {
  const format = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, format);
  return format.format(moment);
};

/** The company's date. */
export const todayOf = ({ time_zone }: { time_zone: string }, moment: Date): string => todayIn(time_zone, moment);

/** Later than today both in the company's time zone and in UTC: a caller may use either. */
export const isFuture = (date: string, timeZone: string, moment: Date): boolean =>
  date > todayIn(timeZone, moment) && date > todayIn('UTC', moment);
