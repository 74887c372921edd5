import { expect, test } from "vitest";
import { aheadOfJobs, pauseAfter } from "./give-way.ts";

test("jobs pause while an order is taken, for three times as long as they worked and one second at most, and go on after it, also if it failed", async () => {
  expect(pauseAfter(100)).toBe(0);
  const pauses = await aheadOfJobs(async () => [pauseAfter(100), pauseAfter(10_000)]);
  expect(pauses).toEqual([300, 1000]);
  const failing = aheadOfJobs(() => Promise.reject(new Error("Sold out")));
  await expect(failing).rejects.toThrow("Sold out");
  expect(pauseAfter(100)).toBe(0);
});
