/**
 * Days are `YYYY-MM-DD`; moments are milliseconds since 1970 (UTC). `SHOP_TIME_ZONE` decides which day a moment falls on.
 * For servers only: Safari has no `Temporal` yet. See docs/decisions/0017.
 */

import { byText, type Locale, localeOfDays, type Regional } from "./locale.ts";

/** A typed day with dots or slashes, as "24.12.2026 18:00" or "12/24/2026", in the order that forms keep: "2026-12-24 18:00". Other texts stay. */
export function yearFirst(typed: string) {
  const { days, rest } = readWrittenDay(typed);
  const [day, ...others] = days;
  return day !== undefined && others.length === 0 ? day + rest : typed;
}

/** Why a typed day isn't read: with slashes it could be two, as "03/04/2026" is in London and in New York. undefined for any other text. See docs/decisions/0414. */
export function whyTwoDays(typed: string) {
  const [one, other] = readWrittenDay(typed).days;
  if (one === undefined || other === undefined) return undefined;
  const [first, second] = [one, other].map((day) => formatDay(day, "en"));
  return `${typed} could be ${first} or ${second}. Write ${one} or ${other}`;
}

/** The days that a text may mean that begins with one, and what follows it. */
function readWrittenDay(typed: string): { days: string[]; rest: string } {
  const [, first = "", mark = "", second = "", year = "", rest = ""] =
    /^(\d{1,2})(\. ?|\/)(\d{1,2})(?:\. ?|\/)(\d{4})($|[ T].*$)/.exec(typed.trim()) ?? [];
  const write = (day: string, month: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const written = mark === "/" ? [write(first, second), write(second, first)] : [write(first, second)];
  return { days: [...new Set(written)].filter(isDay), rest };
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

/** The end of something: "30 November 2026, 18:00", or only the day that it ends with. */
export function formatEnd(moment: number, { timeZone, locale }: Regional) {
  const day = dayEndedAt(moment, timeZone);
  return day === undefined ? formatMoment(moment, { timeZone, locale }) : formatDay(day, locale);
}

/** The end of something as forms have it: "2026-11-30 18:00", or only the day that it ends with. `parseEnd` reads it. */
export function typedEnd(moment: number, timeZone: string) {
  return dayEndedAt(moment, timeZone) ?? formatTimestamp(moment, timeZone);
}

/** A day ends when the next one starts. @returns undefined for a moment within a day */
function dayEndedAt(moment: number, timeZone: string) {
  const day = dayOf(moment, timeZone);
  return startOfDay(day, timeZone) === moment ? addDays(day, -1) : undefined;
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
 * Parses a typed moment: a day, which is its first moment, "2026-12-24 18:00" in a time zone, or "2026-12-24T17:00:00Z". Days may be written as `yearFirst` has them.
 *
 * @returns undefined for anything else
 */
export function parseMoment(text: string, timeZone: string) {
  const [, day, time, isUtc] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z?))?$/.exec(yearFirst(text)) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  if (time === undefined) return startOfDay(day, timeZone);
  try {
    const zone = isUtc ? "UTC" : timeZone;
    return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Parses the typed end of something, as `parseMoment` parses moments. A day ends when the next one starts. */
export function parseEnd(text: string, timeZone: string) {
  const day = yearFirst(text);
  return isDay(day) ? startOfDay(addDays(day, 1), timeZone) : parseMoment(text, timeZone);
}
