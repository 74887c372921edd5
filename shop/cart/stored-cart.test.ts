import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { orderOf } from "../../tests/support/orders.ts";
import { orderForm } from "../checkout/order-form.ts";
import { linesLimit, quantityLimit } from "./cart-reducer.ts";
import { parseStoredCart, stringifyCart } from "./stored-cart.ts";

const stored = { id: "tea", title: "Tea", price: 4.35, thumbnail: "/tea.svg", quantity: 2 };
const line = { id: "tea", title: "Tea", priceCents: 435, thumbnail: "/tea.svg", quantity: 2 };

test("a kept line has the specification's fields, its price in dollars", () => {
  expect(JSON.parse(stringifyCart([line], "USD"))).toEqual([stored]);
});

test("a kept line is read with its price in cents", () => {
  expect(parseStoredCart(JSON.stringify([stored]), "USD")).toEqual([line]);
  const options = { Size: "M" };
  expect(parseStoredCart(JSON.stringify([{ ...stored, options }]), "USD")).toEqual([{ ...line, options }]);
  expect(parseStoredCart(JSON.stringify([{ ...stored, options: { Size: 1 } }]), "USD")).toEqual([line]);
});

test("every cart that is kept is read back as it was", () => {
  const carts = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, unit: "binary" }).filter((id) => !id.includes("\0")),
      title: fc.string({ unit: "binary" }),
      priceCents: fc.integer({ min: 0, max: 1e12 }),
      thumbnail: fc.webUrl(),
      quantity: fc.integer({ min: 1, max: quantityLimit }),
    }),
    { selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(carts, (lines) => {
      expect(parseStoredCart(stringifyCart(lines, "USD"), "USD")).toEqual(lines);
    }),
  );
});

// Security: 5.5.4
test("whatever a browser's storage holds, reading it gives a cart", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseStoredCart(text, "USD")).toBeInstanceOf(Array);
    }),
  );
});

test.each([
  ["nothing", null],
  ["an empty text", ""],
  ["half a text", JSON.stringify([stored]).slice(0, -5)],
  ["no JSON", "tea, 2"],
  ["null", "null"],
  ["a number", "7"],
  ["an object", JSON.stringify({ 0: stored, length: 1 })],
  ["a list of lists", JSON.stringify([[stored]])],
])("%s is an empty cart", (_, text) => {
  expect(parseStoredCart(text, "USD")).toEqual([]);
});

test.each([
  ["no id", { id: undefined }],
  ["an empty id", { id: "" }],
  ["an id that is neither text nor number", { id: true }],
  ["no title", { title: undefined }],
  ["no thumbnail", { thumbnail: undefined }],
  ["a price in text", { price: "4.35" }],
  ["a negative price", { price: -4.35 }],
  ["a price with parts of a cent", { price: 4.355 }],
  ["no price", { price: null }],
  ["quantity 0", { quantity: 0 }],
  ["a negative quantity", { quantity: -1 }],
  ["half a piece", { quantity: 1.5 }],
  ["a quantity in text", { quantity: "2" }],
  ["a quantity that is no number", { quantity: null }],
  ["a list for a quantity", { quantity: [2] }],
  ["a price beyond counting", { price: 1e300 }],
  ["an id that no database can hold", { id: "tea\0" }],
])("a line with %s is left out, the others stay", (_, changes) => {
  const other = { ...stored, id: "cup" };
  expect(parseStoredCart(JSON.stringify([{ ...stored, ...changes }, other]), "USD")).toEqual([{ ...line, id: "cup" }]);
});

test.each([quantityLimit + 1, 99_999_999, 1e21, 1e300])("%d pieces become as many as an order may have", (quantity) => {
  expect(parseStoredCart(JSON.stringify([{ ...stored, quantity }]), "USD")).toEqual([
    { ...line, quantity: quantityLimit },
  ]);
});

test("of 10,000 lines, as many stay as an order may have", () => {
  const lines = Array.from({ length: 10_000 }, (_, id) => ({ ...stored, id }));
  expect(parseStoredCart(JSON.stringify(lines), "USD").map(({ id }) => id)).toEqual(
    lines.slice(0, linesLimit).map(({ id }) => String(id)),
  );
});

test("whatever a browser's storage holds of lines, what is read of them can be ordered", () => {
  const anything = fc.oneof(fc.anything(), fc.double(), fc.constantFrom("tea", 4.35, 2, -1, 1e21, "2", Number.NaN));
  const kept = fc.array(
    fc.record({ id: anything, title: fc.string(), price: anything, thumbnail: fc.string(), quantity: anything }),
  );
  fc.assert(
    fc.property(kept.map(toJson), (text) => {
      const lines = parseStoredCart(text, "USD").map(({ id, quantity, priceCents }) => ({ id, quantity, priceCents }));
      if (lines.length > 0) expect(v.is(orderForm, { ...orderOf([]), lines })).toBe(true);
    }),
  );
});

function toJson(value: unknown) {
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? Number(part) : part));
}

test("an id that is a number is read as text", () => {
  expect(parseStoredCart(JSON.stringify([{ ...stored, id: 17 }]), "USD")).toEqual([{ ...line, id: "17" }]);
});

test("of two lines with the same id, the first counts", () => {
  const lines = [
    { ...stored, id: 17 },
    { ...stored, id: "17", quantity: 9 },
  ];
  expect(parseStoredCart(JSON.stringify(lines), "USD")).toEqual([{ ...line, id: "17" }]);
});

test("fields that a cart doesn't know are left out", () => {
  expect(parseStoredCart(JSON.stringify([{ ...stored, colour: "green" }]), "USD")).toEqual([line]);
});
