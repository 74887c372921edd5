import { expect, test } from "vitest";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { isOutage, messageOf, outageOf } from "./errors.ts";

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

test("an outage is found behind the errors of libraries, and nothing else is one", () => {
  const outage = new DatabaseUnavailableError(new Error("connect ECONNREFUSED"));
  expect(outageOf(outage)).toBe(outage);
  expect(outageOf(new Error("Failed to get session", { cause: new Error("Query failed", { cause: outage }) }))).toBe(
    outage,
  );
  expect(outageOf(new AggregateError([new Error("first"), outage]))).toBe(outage);
  const circular = new Error("again");
  circular.cause = circular;
  for (const error of [circular, new Error("other"), "text", undefined]) expect(isOutage(error)).toBe(false);
});
