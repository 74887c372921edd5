import { cutText } from "../text/cut-text.ts";

/** Open from and until these minutes of a day, as `HH:MM`; the last one is 24:00. */
export interface Interval {
  from: string;
  to: string;
}

/** When a place is open. */
export interface OpeningHours {
  /** By day of the week, from Monday; none for a closed day. */
  days: Interval[][];
  /** Of public holidays; "open" for the hours of their day of the week. */
  holidays: Interval[] | "open";
}

/** Characters. */
export const openingHoursLimit = 1000;
const mostIntervals = 6;
const shortNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const allDays = [0, 1, 2, 3, 4, 5, 6];
const groups: Record<string, number[]> = {
  daily: allDays,
  "every day": allDays,
  weekdays: [0, 1, 2, 3, 4],
  weekends: [5, 6],
};
const holidayNames = ["holidays", "public holidays"];

/** Typed hours that can't be read. The message names the line. */
export class OpeningHoursError extends Error {
  override name = "OpeningHoursError";

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
  }
}

/**
 * Reads opening hours, a line for some days: "Mon–Fri 10–18", "Sat 10–14, 16–18:30", "Sun closed", "Holidays 12–16". Days without a line are closed,
 * and so are public holidays. See docs/decisions/0323.
 *
 * @throws OpeningHoursError
 */
export function parseHours(typed: string): OpeningHours {
  const days = new Map<number, Interval[]>();
  let holidays: OpeningHours["holidays"] | undefined;
  for (const [index, line] of typed.split("\n").entries()) {
    if (line.trim() === "") continue;
    const fail = (message: string) => new OpeningHoursError(index + 1, message);
    const { names, hours } = splitLine(line.trim());
    if (hours === "") throw fail("add the hours, such as Mon–Fri 10–18 or Sun closed");
    if (holidayNames.includes(names.toLowerCase())) {
      if (holidays) throw fail("holidays are there twice");
      holidays = hours.toLowerCase() === "open" ? "open" : parseIntervals(hours, fail);
      continue;
    }
    const intervals = parseIntervals(hours, fail);
    for (const day of parseDays(names, fail)) {
      if (days.has(day)) throw fail(`${shortNames[day]} is there twice`);
      days.set(day, intervals);
    }
  }
  return { days: allDays.map((day) => days.get(day) ?? []), holidays: holidays ?? [] };
}

/** The days of a line, and their hours: "" for none. */
function splitLine(line: string) {
  const [, word = ""] = /(?:^|[\s:])(closed|open)$/i.exec(line) ?? [];
  const start = word === "" ? line.search(/\d/) : line.length - word.length;
  const names = (start < 0 ? line : line.slice(0, start)).trim();
  return { names: names.endsWith(":") ? names.slice(0, -1).trim() : names, hours: start < 0 ? "" : line.slice(start) };
}

type Fail = (message: string) => OpeningHoursError;

function parseDays(names: string, fail: Fail) {
  if (names === "") throw fail("start with the days, such as Mon–Fri 10–18");
  return names.split(/[,&+]|\band\b/i).flatMap((part) => {
    const name = part.trim().toLowerCase();
    const group = Object.hasOwn(groups, name) ? groups[name] : undefined;
    if (group) return group;
    const ends = name.split(/[-–—]|\bto\b/).map((end) => findDay(end.trim(), fail));
    const [first = 0, last = first] = ends;
    if (ends.length > 2) throw fail(`use two days of a range, such as Mon–Fri, not “${cutText(part.trim(), 30)}”`);
    // Sun–Thu begins at the end of the week.
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
  });
}

function findDay(typed: string, fail: Fail) {
  const name = typed.replace(/\.$/, "");
  const day = weekdays.findIndex((weekday) => name.length >= 2 && weekday.startsWith(name));
  if (day < 0) throw fail(`“${cutText(typed, 30)}” isn't a day. Use ${shortNames.join(", ")} or Holidays`);
  return day;
}

function parseIntervals(hours: string, fail: Fail): Interval[] {
  if (hours.toLowerCase() === "closed") return [];
  if (hours.toLowerCase() === "open") throw fail("add the hours, such as 10–18; only holidays can be “open”");
  const intervals = hours.split(/[,&+]|\band\b/i).map((part): Interval => {
    const [from, to, ...more] = part.split(/[-–—]|\bto\b/).map((time) => parseTime(time.trim(), fail));
    if (!from || !to || more.length > 0) throw fail(`“${cutText(part.trim(), 30)}” isn't from–to, such as 10–18`);
    if (to <= from) throw fail(`“${cutText(part.trim(), 30)}” closes before it opens`);
    return { from, to };
  });
  if (intervals.length > mostIntervals) throw fail(`use at most ${mostIntervals} intervals a day`);
  if (intervals.some(({ from }, index) => from < (intervals[index - 1]?.to ?? "")))
    throw fail("put the hours in order, without overlaps");
  return intervals;
}

/** "9", "9:30", "9.30", "9 am" → "09:30" */
function parseTime(typed: string, fail: Fail) {
  const [, hour = "", minute = "00", half] = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?$/i.exec(typed) ?? [];
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
  const isHour = hour !== "" && Number(hour) <= (half ? 12 : 24) && !(half && Number(hour) === 0);
  if (!isHour || Number(minute) > 59 || (hours === 24 && minute !== "00"))
    throw fail(`“${cutText(typed, 30)}” isn't a time. Use times such as 10 or 9:30`);
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

/** Opening hours as people read them: equal days share a line. "Mon–Fri 10:00–18:00\nSat–Sun closed\nHolidays closed" */
export function formatHours({ days, holidays }: OpeningHours) {
  const texts = days.map(formatIntervals);
  const lines = texts.flatMap((text, first) => {
    if (first > 0 && texts[first - 1] === text) return [];
    const next = texts.findIndex((other, index) => index > first && other !== text);
    const last = (next < 0 ? texts.length : next) - 1;
    const name = last > first ? `${shortNames[first]}–${shortNames[last]}` : shortNames[first];
    return [`${name} ${text}`];
  });
  return [...lines, `Holidays ${holidays === "open" ? "open" : formatIntervals(holidays)}`].join("\n");
}

function formatIntervals(intervals: Interval[]) {
  if (intervals.length === 0) return "closed";
  return intervals.map(({ from, to }) => `${from}–${to}`).join(", ");
}

/** When a place is open on a day. @param day of the week, from Monday as 0 @param isHoliday whether it is a public holiday */
export function intervalsOn({ days, holidays }: OpeningHours, day: number, isHoliday: boolean) {
  return isHoliday && holidays !== "open" ? holidays : (days[day] ?? []);
}

/** "Open today 10:00–18:00", "Closed today" @param day of the week, from Monday as 0 @param isHoliday whether it is a public holiday */
export function describeHours(hours: OpeningHours, day: number, isHoliday: boolean) {
  const intervals = intervalsOn(hours, day, isHoliday);
  const usual = hours.days[day] ?? [];
  if (intervals.length > 0) return `Open today ${formatIntervals(intervals)}`;
  return isHoliday && usual.length > 0 ? "Closed today, a public holiday" : "Closed today";
}
