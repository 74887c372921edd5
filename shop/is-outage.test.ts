import { expect, test } from "vitest";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { isOutage } from "./is-outage.ts";

test("only what the database couldn't be used for is an outage", () => {
  const cause = new Error("connect ECONNREFUSED");
  expect([new DatabaseUnavailableError(cause), cause, "no database", undefined].map(isOutage)).toEqual([
    ...[true, false, false, false],
  ]);
});
