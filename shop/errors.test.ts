import { expect, test } from "vitest";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { isOutage, messageOf } from "./errors.ts";

test("only a DatabaseUnavailableError is an outage", () => {
  const cause = new Error("connect ECONNREFUSED");
  expect([new DatabaseUnavailableError(cause), cause, "no database", undefined].map(isOutage)).toEqual([
    ...[true, false, false, false],
  ]);
});

test.each([
  [new Error("connect\n  ECONNREFUSED"), "connect ECONNREFUSED"],
  ["no error\tat all", "no error at all"],
])("messageOf puts %j on one line", (error, message) => {
  expect(messageOf(error)).toBe(message);
});
