import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2026, 10, 26, 12);

test.each([
  ["7", 7000],
  ["0", 1000],
  ["999999999999999999999", 3_600_000],
  ["Thu, 26 Nov 2026 12:02:00 GMT", 120_000],
  ["Thu, 26 Nov 2026 11:00:00 GMT", 1000],
  ["Thu, 26 Nov 2027 11:00:00 GMT", 3_600_000],
  ["soon", undefined],
  ["-5 or so", undefined],
  ["9".repeat(500_000), undefined],
  [undefined, undefined],
])("Retry-After: %s", (header, wanted) => {
  expect(retryAfterMs(header, now)).toBe(wanted);
});
