import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLoadWatch } from "./load-watch.ts";

test("a process that works all the time is busy, and one that waits isn't", async () => {
  const isBusy = createLoadWatch(50);
  expect(isBusy()).toBe(false);
  for (const end = performance.now() + 100; performance.now() < end; );
  // Node adds up a turn of the event loop once it is over.
  await sleep(0);
  expect(isBusy()).toBe(true);
  await sleep(200);
  expect(isBusy()).toBe(false);
});
