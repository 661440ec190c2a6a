const calendars = new Map<string, Intl.DateTimeFormat>();

/** The date in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string, moment: Date): string => {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    calendars.set(timeZone, calendar);
  }
  return calendar.format(moment);
};

/** Later than today both where the company is and in UTC: a caller may reckon in either. */
export const isFuture = (date: string, timeZone: string, moment: Date): boolean =>
  date > todayIn(timeZone, moment) && date > todayIn('UTC', moment);
