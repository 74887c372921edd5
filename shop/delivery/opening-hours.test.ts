import { expect, test } from "vitest";
import { describeHours, formatHours, parseHours } from "./opening-hours.ts";

test.each([
  ["Mon–Fri 10–18\nSat 10-14", "Mon–Fri 10:00–18:00\nSat 10:00–14:00\nSun closed\nHolidays closed"],
  [
    "mon, wed - fri: 9.30–12, 13–24:00",
    "Mon 09:30–12:00, 13:00–24:00\nTue closed\nWed–Fri 09:30–12:00, 13:00–24:00\nSat–Sun closed\nHolidays closed",
  ],
  [
    "Sunday to Thursday 10 am–6pm\nPublic holidays open",
    "Mon–Thu 10:00–18:00\nFri–Sat closed\nSun 10:00–18:00\nHolidays open",
  ],
  ["Daily 0–24\nHolidays 12–16", "Mon–Sun 00:00–24:00\nHolidays 12:00–16:00"],
  ["Weekdays 8–16\n\nweekends closed", "Mon–Fri 08:00–16:00\nSat–Sun closed\nHolidays closed"],
])("the hours %j are understood, and written so that they can be read again", (typed, written) => {
  expect(formatHours(parseHours(typed))).toBe(written);
  expect(parseHours(written)).toEqual(parseHours(typed));
});

test.each([
  ["Mon–Fri", "Line 1: add the hours"],
  ["Mon 10–18\n10–18", "Line 2: start with the days"],
  ["Man–fre 10–18", "Line 1: “man” isn't a day. Use Mon"],
  ["T 10–18", "“t” isn't a day"],
  ["Mon–Wed–Fri 10–18", "use two days of a range"],
  ["Mon–Fri 10–18\nFri 10–14", "Line 2: Fri is there twice"],
  ["Holidays closed\nHolidays open", "holidays are there twice"],
  ["Mon open", "only holidays can be “open”"],
  ["Mon 10", "“10” isn't from–to"],
  ["Mon 18–10", "“18–10” closes before it opens"],
  ["Mon 10–25", "“25” isn't a time"],
  ["Mon 10:60–18", "“10:60” isn't a time"],
  ["Mon 13pm–14pm", "“13pm” isn't a time"],
  ["Mon 10–14, 13–18", "without overlaps"],
  ["Mon 1–2, 3–4, 5–6, 7–8, 9–10, 11–12, 13–14", "at most 6 intervals"],
])("the hours %j are refused with the line", (typed, message) => {
  expect(() => parseHours(typed)).toThrow(message);
});

test.each([
  ["Mon 10–18", 0, false, "Open today 10:00–18:00"],
  ["Mon 10–12, 13–18\nHolidays 12–14", 0, true, "Open today 12:00–14:00"],
  ["Mon 10–18\nHolidays open", 0, true, "Open today 10:00–18:00"],
  ["Mon 10–18", 0, true, "Closed today, a public holiday"],
  ["Mon 10–18", 1, true, "Closed today"],
])("with the hours %j, day %i (holiday: %s) reads “%s”", (typed, day, isHoliday, text) => {
  expect(describeHours(parseHours(typed), day, isHoliday)).toBe(text);
});
