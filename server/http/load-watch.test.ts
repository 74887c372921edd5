import { expect, test } from "vitest";
import { createLoadWatch } from "./load-watch.ts";

test("a process that works for more than four fifths of an interval is busy for the next one", () => {
  let loop = { idle: 0, active: 0, utilization: 0 };
  const isBusy = createLoadWatch({ intervalMs: 500, read: () => loop });
  const after = (milliseconds: { idle: number; active: number }) => {
    loop = { ...loop, idle: loop.idle + milliseconds.idle, active: loop.active + milliseconds.active };
    return isBusy();
  };
  expect(after({ idle: 0, active: 499 }), "too early to say").toBe(false);
  expect(after({ idle: 100, active: 0 })).toBe(true);
  expect(after({ idle: 499, active: 0 }), "the answer holds").toBe(true);
  expect(after({ idle: 0, active: 1 })).toBe(false);
  expect(after({ idle: 100, active: 400 }), "four fifths").toBe(false);
});

test("the event loop is busy while it never waits, and isn't once it does", async () => {
  const isBusy = createLoadWatch({ intervalMs: 50 });
  while (!isBusy());
  await expect.poll(isBusy).toBe(false);
});
