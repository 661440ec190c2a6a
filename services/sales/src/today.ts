interface Calendar {
  format: Intl.DateTimeFormat;
  /** Cached for the current minute: in every zone, a day begins with a minute. */
  minute: number;
  date: string;
}

const calendars = new Map<string, Calendar>();
const minuteMs = 60_000;

/** The default of `empresa.time_zone` in the gateway. */
const defaultTimeZone = 'America/Sao_Paulo';

/** An unknown zone, for example one misspelt in the database, must not make sales fail. */
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimeZone, ...parts });
  }
};

const calendarOf = (timeZone: string): Calendar => {
  const known = calendars.get(timeZone);
  if (known) return known;
  const calendar = { format: formatIn(timeZone), minute: Number.NaN, date: '' };
  calendars.set(timeZone, calendar);
  return calendar;
};

/** The date in a time zone, as YYYY-MM-DD. */
const todayIn = (timeZone: string, moment: Date): string => {
  const calendar = calendarOf(timeZone);
  const minute = Math.floor(moment.getTime() / minuteMs);
  if (minute !== calendar.minute) Object.assign(calendar, { minute, date: calendar.format.format(moment) });
  return calendar.date;
};

/** The company's date. */
export const todayOf = ({ time_zone }: { time_zone: string }, moment: Date): string => todayIn(time_zone, moment);

/** Later than today both in the company's time zone and in UTC: a caller may use either. */
export const isFuture = (date: string, timeZone: string, moment: Date): boolean =>
  date > todayIn(timeZone, moment) && date > todayIn('UTC', moment);
