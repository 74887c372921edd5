/** Days are written YYYY-MM-DD, and moments are milliseconds since 1970 (UTC). One clock, `SHOP_TIME_ZONE`, says which day it is. */

const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;

/** Whether this is the name of a time zone, as the IANA database has them: "Europe/Oslo". */
export function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    // Offsets ("+01:00") are taken too, but not by every browser.
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}

/** The day that a moment falls on in a time zone. */
export function dayOf(moment: number | Date, timeZone: string) {
  return formatMoment(moment, timeZone).slice(0, 10);
}

/** A moment in a time zone, to the minute, in a form that sorts: "2026-11-20 23:30". */
export function formatMoment(moment: number | Date, timeZone: string) {
  const format = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone, hourCycle: "h23" });
  const read = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${read.year}-${read.month}-${read.day} ${read.hour}:${read.minute}`;
}

/** The moment at which a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string) {
  const asUtc = Date.parse(day);
  const offsetAt = (moment: number) => Date.parse(`${formatMoment(moment, timeZone).replace(" ", "T")}Z`) - moment;
  // Once more, for days on which the clocks change.
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}

export function addDays(day: string, days: number) {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** A day that is near: "Friday 20 November". */
export function formatWeekday(day: string) {
  return new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(day),
  );
}

/** A day as it is read: "20 November 2026". */
export function formatDay(day: string) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
