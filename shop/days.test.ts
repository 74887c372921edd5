import { expect, test } from "vitest";
import { addDays, dayOf, formatDay, formatMoment, isTimeZone } from "./days.ts";

test.each([
  ["2026-11-20T23:30:00Z", "Europe/Oslo", "2026-11-21"],
  ["2026-11-20T23:30:00Z", "UTC", "2026-11-20"],
  ["2026-11-20T03:00:00Z", "America/St_Johns", "2026-11-19"],
  ["2026-12-31T23:00:00Z", "Europe/Oslo", "2027-01-01"],
  ["2026-06-30T21:59:59Z", "Europe/Oslo", "2026-06-30"],
])("at %s in %s it is %s", (moment, timeZone, day) => {
  expect(dayOf(new Date(moment), timeZone)).toBe(day);
  expect(dayOf(Date.parse(moment), timeZone)).toBe(day);
});

test("a moment is written to the minute, midnight as 00:00", () => {
  expect(formatMoment(Date.parse("2026-11-20T23:00:00Z"), "Europe/Oslo")).toBe("2026-11-21 00:00");
  expect(formatMoment(Date.parse("2026-06-20T12:05:59Z"), "Europe/Oslo")).toBe("2026-06-20 14:05");
});

test("days are added in the calendar", () => {
  expect(addDays("2026-12-30", 3)).toBe("2027-01-02");
  expect(addDays("2028-02-27", 3)).toBe("2028-03-01");
});

test("a day is read the same on every machine", () => {
  expect(formatDay("2026-11-20")).toBe("20 November 2026");
  expect(formatDay("1990-01-01")).toBe("1 January 1990");
});

test("time zones have names", () => {
  expect(["Europe/Oslo", "UTC", "America/Argentina/Buenos_Aires"].every(isTimeZone)).toBe(true);
  expect(["", "Oslo", "+01:00", "Europe/Oslo ", "__proto__"].some(isTimeZone)).toBe(false);
});
