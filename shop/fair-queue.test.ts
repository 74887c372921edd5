import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function queueOf(...items: string[]) {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(keyOf(item), item);
  return queue;
}

/** Items are named after their key: a1 is the first of a. */
function keyOf(item: string) {
  return item.charAt(0);
}

function takeAll(queue: FairQueue<string>) {
  const taken: (string | undefined)[] = [];
  while (!queue.isEmpty) taken.push(queue.take());
  return taken;
}

test("keys take turns, and each key is first in, first out", () => {
  const queue = queueOf("a1", "a2", "a3", "b1", "b2", "c1");
  expect(takeAll(queue)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect(queue.take()).toBe(undefined);
});

test("a late key waits for one item of each other key", () => {
  const queue = queueOf("a1", "a2", "a3", "b1", "b2");
  expect([queue.take(), queue.take()]).toEqual(["a1", "b1"]);
  queue.add("c", "c1");
  expect(takeAll(queue)).toEqual(["a2", "b2", "c1", "a3"]);
});

test("a deleted item isn't taken", () => {
  const queue = queueOf("a1", "a2", "b1");
  queue.delete("a", "a2");
  queue.delete("b", "b1");
  queue.delete("c", "c1");
  expect(takeAll(queue)).toEqual(["a1"]);
});

test("a skipped key keeps its place", () => {
  const queue = queueOf("a1", "a2", "b1", "b2", "c1");
  expect(queue.take((key) => key !== "a")).toBe("b1");
  expect(queue.take(() => false)).toBe(undefined);
  expect(takeAll(queue)).toEqual(["a1", "c1", "b2", "a2"]);
});
