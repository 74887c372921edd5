import { expect, test } from "vitest";
import { countryOf } from "../values/countries.ts";
import { formatWeekdays } from "../values/days.ts";
import { arrivalColumns, arrivalOf, describeArrival } from "./arrival-days.ts";
import type { DeliveryTime } from "./delivery.ts";

const countriesOf = (...codes: string[]) => codes.flatMap((code) => countryOf(code) ?? []);
const working: DeliveryTime = { daysFrom: 2, days: 4, skipsWeekends: true };

test.each<[today: string, time: DeliveryTime, country: string, shown: string]>([
  ["2026-11-26", { days: 3 }, "NO", "Sunday 29 November"],
  ["2026-11-26", { daysFrom: 1, days: 5 }, "NO", "27 November – 1 December"],
  ["2026-11-26", working, "NO", "30 November – 2 December"],
  // Christmas is on Friday and Saturday.
  ["2026-12-23", working, "NO", "28–30 December"],
  // A bank holiday replaces Saturday's.
  ["2026-12-23", working, "GB", "29–31 December"],
  ["2026-12-31", { days: 1, skipsWeekends: true }, "NO", "Monday 4 January"],
])("an order of %s that takes %j in %s arrives on %s", async (today, time, country, shown) => {
  const said = await describeArrival(today, time, countriesOf(country, "SE"), "en");
  expect(said.replaceAll(/\s/g, " ")).toBe(shown);
});

test("an order keeps its days as those of the calendar", async () => {
  expect(await arrivalColumns("2026-12-23", working, countriesOf("NO"))).toEqual({
    ...{ deliveryDays: 7, deliveryDaysFrom: 5 },
  });
  expect(await arrivalColumns("2026-12-23", { days: 3 }, [])).toEqual({ deliveryDays: 3, deliveryDaysFrom: null });
});

test.each([
  ["is closed on Sundays", "2026-11-26", "Mon–Fri 10–18\nSat 10–14", "Monday 30 November"],
  ["is closed on public holidays", "2026-12-22", "daily 10–18", "Sunday 27 December"],
  ["is open on public holidays", "2026-12-22", "daily 10–18\nHolidays open", "Friday 25 December"],
  ["never opens", "2026-11-26", "Mon–Sun closed", "Sunday 29 November"],
  ["has no hours", "2026-11-26", "", "Sunday 29 November"],
])("an order is ready for pickup at a place that %s when that is open", async (_, today, hours, shown) => {
  const arrival = await arrivalOf(today, { days: 3 }, countriesOf("NO"), { country: "", hours });
  expect(formatWeekdays(arrival, "en").replaceAll(/\s/g, " ")).toBe(shown);
});

test("an order keeps when it can be collected", async () => {
  const sundays = { country: "NO", hours: "Sun 12–16" };
  expect(await arrivalColumns("2026-11-26", { daysFrom: 1, days: 3 }, countriesOf("SE"), sundays)).toEqual({
    ...{ deliveryDays: 3, deliveryDaysFrom: 3 },
  });
});
