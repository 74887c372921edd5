import { expect, test } from "vitest";
import { lastQuarters } from "./period.ts";

test("the last quarters begin with that of the day, and go back over the year's end", () => {
  expect(lastQuarters("2026-03-31").map(({ name, period: { from, to } }) => [name, from, to])).toEqual([
    ["Q1 2026", "2026-01-01", "2026-03-31"],
    ["Q4 2025", "2025-10-01", "2025-12-31"],
    ["Q3 2025", "2025-07-01", "2025-09-30"],
    ["Q2 2025", "2025-04-01", "2025-06-30"],
    ["Q1 2025", "2025-01-01", "2025-03-31"],
  ]);
  expect(lastQuarters("2026-04-01")[0]).toEqual({ name: "Q2 2026", period: { from: "2026-04-01", to: "2026-06-30" } });
});
