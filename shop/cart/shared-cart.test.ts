import fc from "fast-check";
import { expect, test } from "vitest";
import { linesLimit, quantityLimit } from "./cart-reducer.ts";
import { readSharedCart, writeSharedCart } from "./shared-cart.ts";

test.each([
  ["lemons:2,honey:1", { lemons: 2, honey: 1 }],
  ["lemons", { lemons: 1 }],
  [" lemons : 2 ,", { lemons: 2 }],
  ["lemons:1,lemons:2", { lemons: 3 }],
  ["a:b:2", { "a:b": 2 }],
  ["42", { "42": 1 }],
  [":2", { ":2": 1 }],
  ["lemons:x2,honey:2x", { "lemons:x2": 1, "honey:2x": 1 }],
  ["100%:2", { "100%": 2 }],
  ["lemons:0,honey:1", { honey: 1 }],
  ["lemons:999999999", { lemons: quantityLimit }],
  ["", {}],
])("%j asks for %j", (text, wanted) => {
  const read = readSharedCart(text).map(({ id, quantity }) => [id, quantity]);
  expect(Object.fromEntries(read)).toEqual(wanted);
});

test("whatever a cart holds, its address says the same", () => {
  const id = fc.string({ minLength: 1 }).filter((text) => !text.includes("\0") && text.isWellFormed());
  const lines = fc.uniqueArray(fc.record({ id, quantity: fc.integer({ min: 1, max: quantityLimit }) }), {
    selector: (line) => line.id,
  });
  fc.assert(
    fc.property(lines, (cart) => {
      const { searchParams } = new URL(`/cart?add=${encodeURIComponent(writeSharedCart(cart))}`, "http://shop");
      expect(readSharedCart(searchParams.get("add") ?? "")).toEqual(cart);
    }),
  );
});

test("an address of a million signs is read at once, as no more than a cart may hold", () => {
  for (const sign of [",", ":", "%", " ", "a,", "a:1,", "a ", ": "]) {
    expect(readSharedCart(sign.repeat(1_000_000)).length).toBeLessThanOrEqual(1);
  }
  const many = Array.from({ length: 5000 }, (_, number) => `p${number}:1`).join(",");
  expect(readSharedCart(many)).toHaveLength(linesLimit);
});
