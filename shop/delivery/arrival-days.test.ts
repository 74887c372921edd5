import { expect, test } from "vitest";
import { countryOf } from "../values/countries.ts";
import { arrivalColumns, describeArrival } from "./arrival-days.ts";
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
