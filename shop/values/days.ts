/**
 * Days are `YYYY-MM-DD`; moments are milliseconds since 1970 (UTC). `SHOP_TIME_ZONE` decides which day a moment falls on.
 * For servers only: Safari has no `Temporal` yet. See docs/decisions/0017.
 */

import { byText, type Locale, localeOfDays, type Regional } from "./locale.ts";

/** Whether browsers know this time zone, too: a name of the IANA database ("Europe/Oslo"), not an offset ("+01:00"). */
export function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}

/** The time zone of a typed city, "Europe/Oslo" for "oslo". What isn't one stays. */
export function findTimeZone(typed: string) {
  if (typed === "" || isTimeZone(typed)) return typed;
  const city = typed.toLowerCase().replaceAll(" ", "_");
  return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? typed;
}

/** A typed day with dots, as "24.12.2026 18:00", in the order that forms keep: "2026-12-24 18:00". Other texts stay. */
export function yearFirst(typed: string) {
  return typed.replace(
    /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?=$| )/,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
}

/** Whether this is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Boolean(Temporal.PlainDate.from(text));
  } catch {
    return false;
  }
}

export function dayOf(moment: number | Date, timeZone: string) {
  return inTimeZone(moment, timeZone).toPlainDate().toString();
}

/** To the minute: "20 November 2026, 23:30". */
export function formatMoment(moment: number | Date, { timeZone, locale }: Regional) {
  const local = inTimeZone(moment, timeZone);
  return `${formatDay(local.toPlainDate().toString(), locale)}, ${local.toPlainTime().toString({ smallestUnit: "minute" })}`;
}

/** To the minute, in a form that sorts, for files and the command line: "2026-11-20 23:30". */
export function formatTimestamp(moment: number | Date, timeZone: string) {
  return inTimeZone(moment, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
}

/** The first moment of a day, which isn't midnight where clocks change at midnight. */
export function startOfDay(day: string, timeZone: string) {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}

export function addDays(day: string, days: number) {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** The last day of a month. @param month from 1 to 12 */
export function lastDayOf(year: number, month: number) {
  // Shorter months end before their 31st, and Temporal takes their last day for it.
  return Temporal.PlainDate.from({ year, month, day: 31 }).toString();
}

/** For a day that is near: "Friday 20 November". */
export function formatWeekday(day: string, locale: Locale) {
  return weekdayFormat(locale).format(utcOf(day));
}

/** From one day to another, which is the same or later. */
export function daysBetween(day: string, other: string) {
  return Temporal.PlainDate.from(day).until(Temporal.PlainDate.from(other), { largestUnit: "days" }).days;
}

/** From 0, which is Monday. */
export function weekdayOf(day: string) {
  return Temporal.PlainDate.from(day).dayOfWeek - 1;
}

/** Saturday or Sunday. */
export function isWeekend(day: string) {
  return weekdayOf(day) > 4;
}

interface Days {
  from: string;
  to: string;
}

/** For days that are near: "Friday 20 November" for one, "27–30 November" for several. */
export function formatWeekdays({ from, to }: Days, locale: Locale) {
  return from === to ? formatWeekday(to, locale) : formatRange(nearDaysFormat(locale), { from, to });
}

/** "20 November 2026", "27–30 November 2026" */
export function formatDays({ from, to }: Days, locale: Locale) {
  return from === to ? formatDay(to, locale) : formatRange(dayFormat(locale), { from, to });
}

/** Two days of one month have no spaces around the dash, as people write them. */
function formatRange(format: Intl.DateTimeFormat, { from, to }: Days) {
  const text = format.formatRange(utcOf(from), utcOf(to));
  return from.slice(0, 7) === to.slice(0, 7) ? text.replace(/\s*–\s*/, "–") : text;
}

/** The day of a moment: "20 November 2026", "20. november 2026". */
export function localDay(moment: number | Date, { timeZone, locale }: Regional) {
  return formatDay(dayOf(moment, timeZone), locale);
}

/** "20 November 2026", "20. november 2026" */
export function formatDay(day: string, locale: Locale) {
  return dayFormat(locale).format(utcOf(day));
}

/** Parses an ISO 8601 time such as "2026-12-24T17:00:00Z"; without an offset it is UTC. @returns milliseconds since 1970, or undefined */
export function parseTimestamp(text: string) {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return parseMoment(text, "UTC");
  }
}

/** For a chart: "20 Nov" */
export function formatShortDay(day: string, locale: Locale) {
  return shortDayFormat(locale).format(utcOf(day));
}

const dayFormat = formatBy({ dateStyle: "long" });
const weekdayFormat = formatBy({ weekday: "long", day: "numeric", month: "long" });
const nearDaysFormat = formatBy({ day: "numeric", month: "long" });
const shortDayFormat = formatBy({ day: "numeric", month: "short" });

function utcOf(day: string) {
  return Date.parse(`${day}T00:00:00Z`);
}

function formatBy(style: Intl.DateTimeFormatOptions) {
  return byText((locale) => new Intl.DateTimeFormat(localeOfDays(locale), { ...style, timeZone: "UTC" }));
}

function inTimeZone(moment: number | Date, timeZone: string) {
  return Temporal.Instant.fromEpochMilliseconds(Number(moment)).toZonedDateTimeISO(timeZone);
}

/**
 * Parses a typed moment: a day, which is its first moment, "2026-12-24 18:00" in a time zone, or "2026-12-24T17:00:00Z".
 *
 * @returns undefined for anything else
 */
export function parseMoment(text: string, timeZone: string) {
  const [, day, time, isUtc] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z?))?$/.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  if (time === undefined) return startOfDay(day, timeZone);
  try {
    const zone = isUtc ? "UTC" : timeZone;
    return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}
