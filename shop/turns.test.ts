import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

/** Has keys take turns in a queue that lets one pass at a time. @returns the keys in the order in which they passed */
async function passInTurn(...keys: string[]) {
  let last = Promise.resolve();
  const passed: string[] = [];
  const takeTurn = createTurns();
  const wait = (key: string) =>
    takeTurn(key, () => {
      last = last.then(() => void passed.push(key));
      return last;
    });
  await Promise.all(keys.map(wait));
  return passed.join("");
}

test("keys take turns, however many of one wait", async () => {
  expect(await passInTurn("a", "a", "a", "b", "b", "c")).toBe("abcaba");
  expect(await passInTurn("a", "a")).toBe("aa");
});
