import { expect, test } from "vitest";
import { booleanValue, timeValue } from "./engine-values.ts";

test("the accounts' library finds truth values and times as it keeps them itself on each engine", () => {
  const noon = new Date("2026-11-20T12:00:00Z");
  expect([true, false].map((value) => booleanValue("sqlite", value))).toEqual([1, 0]);
  expect([true, false].map((value) => booleanValue("postgres", value))).toEqual([true, false]);
  expect([timeValue("sqlite", noon), timeValue("postgres", noon)]).toEqual(["2026-11-20T12:00:00.000Z", noon]);
});
