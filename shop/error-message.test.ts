import { expect, test } from "vitest";
import { messageOf } from "./error-message.ts";

test.each([
  [new Error("connect\n  ECONNREFUSED"), "connect ECONNREFUSED"],
  ["no error\tat all", "no error at all"],
])("what went wrong is told on one line: %j", (error, message) => {
  expect(messageOf(error)).toBe(message);
});
