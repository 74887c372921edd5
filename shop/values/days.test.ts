import { expect, test } from "vitest";
import { typedMoment } from "../forms/typed-moment.ts";
import { safeParse } from "../forms/validate.ts";
import {
  addDays,
  dayOf,
  formatDay,
  formatEnd,
  formatMoment,
  formatTimestamp,
  formatWeekday,
  isDay,
  parseMoment,
  startOfDay,
  whyTwoDays,
  yearFirst,
} from "./days.ts";
import { findTimeZone, isTimeZone, whyNoTimeZone } from "./time-zones.ts";

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

test.each([
  ["2026-11-20", "Europe/Oslo", "2026-11-19T23:00:00Z"],
  ["2026-03-29", "Europe/Oslo", "2026-03-28T23:00:00Z"],
  ["2026-10-25", "Europe/Oslo", "2026-10-24T22:00:00Z"],
  ["2026-03-30", "Europe/Oslo", "2026-03-29T22:00:00Z"],
  // The clocks go from 23:59 to 01:00: the day has no midnight.
  ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z"],
  ["2026-03-08", "America/Havana", "2026-03-08T05:00:00Z"],
  // The clocks go back at 01:00: the day has two midnights.
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00Z"],
  ["2026-04-05", "America/Santiago", "2026-04-05T04:00:00Z"],
])("%s in %s starts at %s", (day, timeZone, moment) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(moment.replace("Z", ".000Z"));
  expect(dayOf(startOfDay(day, timeZone), timeZone)).toBe(day);
  expect(dayOf(startOfDay(day, timeZone) - 1, timeZone)).toBe(addDays(day, -1));
});

test("a moment is formatted to the minute, midnight as 00:00", () => {
  expect(formatTimestamp(Date.parse("2026-11-20T23:00:00Z"), "Europe/Oslo")).toBe("2026-11-21 00:00");
  expect(formatTimestamp(Date.parse("2026-06-20T12:05:59Z"), "Europe/Oslo")).toBe("2026-06-20 14:05");
  expect(formatMoment(Date.parse("2026-11-20T23:00:00Z"), { timeZone: "Europe/Oslo", locale: "en" })).toBe(
    "21 November 2026, 00:00",
  );
  expect(formatMoment(Date.parse("2026-06-01T12:05:59Z"), { timeZone: "Europe/Oslo", locale: "en" })).toBe(
    "1 June 2026, 14:05",
  );
});

test("addDays crosses months and leap days", () => {
  expect(addDays("2026-12-30", 3)).toBe("2027-01-02");
  expect(addDays("2028-02-27", 3)).toBe("2028-03-01");
});

test("days are formatted alike in every locale and time zone of a machine", () => {
  expect(formatDay("2026-11-20", "en")).toBe("20 November 2026");
  expect(formatDay("1990-01-01", "en")).toBe("1 January 1990");
  expect(formatWeekday("2026-11-20", "en")).toBe("Friday 20 November");
});

test("an end at midnight is the day before", () => {
  const regional = { timeZone: "Europe/Oslo", locale: "en" } as const;
  expect(formatEnd(Date.parse("2026-11-30T23:00:00Z"), regional)).toBe("30 November 2026");
  expect(formatEnd(Date.parse("2026-11-30T17:00:00Z"), regional)).toBe("30 November 2026, 18:00");
});

test("isTimeZone takes names, not offsets", () => {
  expect(["Europe/Oslo", "UTC", "America/Argentina/Buenos_Aires"].every(isTimeZone)).toBe(true);
  expect(["", "Oslo", "+01:00", "Europe/Oslo ", "__proto__"].some(isTimeZone)).toBe(false);
});

test.each([
  [["Kyiv", "kiev", "Europe/Kiev", "Europe/Kyiv"], "Europe/Kyiv"],
  [["Kolkata", "Calcutta", "Asia/Calcutta"], "Asia/Kolkata"],
  [["Yangon", "Rangoon"], "Asia/Yangon"],
  [["São Paulo", "sao paulo"], "America/Sao_Paulo"],
  [["europe/oslo", "Oslo"], "Europe/Oslo"],
  [["Norway", "norway"], "Europe/Oslo"],
  [["Atlantis"], "Atlantis"],
  [["United States"], "United States"],
])("%j are one time zone: %s", (typed, name) => {
  expect(typed.map(findTimeZone)).toEqual(typed.map(() => name));
});

test("a text that is no time zone is answered with what it may mean", () => {
  expect(whyNoTimeZone("Bergen")).toBe("No time zone has this name. Type your country or its largest city");
  expect(whyNoTimeZone("Spain")).toContain(
    "Choose one of its time zones: Africa/Ceuta, Atlantic/Canary, Europe/Madrid",
  );
});

test.each([
  ["31/12/2026", "2026-12-31"],
  ["12/31/2026 18:00", "2026-12-31 18:00"],
  ["5/5/2026", "2026-05-05"],
  ["24.12.2026", "2026-12-24"],
  ["3/4/2026", "3/4/2026"],
  ["31/31/2026", "31/31/2026"],
])("a day typed as %s is kept as %s", (typed, kept) => {
  expect(yearFirst(typed)).toBe(kept);
});

test("a day that could be two is told with both", () => {
  const message = "3/4/2026 could be 3 April 2026 or 4 March 2026. Write 2026-04-03 or 2026-03-04";
  expect(safeParse(typedMoment, "3/4/2026").issues?.[0].message).toBe(message);
  expect(whyTwoDays("4/31/2026")).toBeUndefined();
});

test.each([
  ["2026-12-24", "2026-12-23T23:00:00Z"],
  ["2026-12-24 18:00", "2026-12-24T17:00:00Z"],
  ["2026-12-24T18:00", "2026-12-24T17:00:00Z"],
  ["2026-12-24T17:00:30Z", "2026-12-24T17:00:30Z"],
  // The clocks skip this hour.
  ["2026-03-29 02:30", "2026-03-29T01:30:00Z"],
])("%s, typed in Oslo, is %s", (typed, moment) => {
  expect(parseMoment(typed, "Europe/Oslo")).toBe(Date.parse(moment));
});

test.each(["", "2026-02-30", "2026-12-24 25:00", "3/4/2026", "2026-12-24Z", "2026-12-24 18", "tomorrow"])(
  "%j is no moment",
  (typed) => {
    expect(parseMoment(typed, "Europe/Oslo")).toBe(undefined);
  },
);

test("isDay takes days of the calendar only", () => {
  expect(["2026-11-20", "2028-02-29", "0001-01-01", "9999-12-31"].every(isDay)).toBe(true);
  expect(
    ["", "2026-02-29", "2026-02-31", "2026-13-01", "+010000-01-01", "20261120", "2026-11-20T00:00"].some(isDay),
  ).toBe(false);
});
