import * as v from "valibot";
import { expect, test } from "vitest";
import { orderOf } from "../../tests/support/orders.ts";
import { linesLimit } from "../cart/cart-reducer.ts";
import { orderForm } from "./order-form.ts";

test("a billing address is taken as every database can hold it", () => {
  const { billingAddress } = v.parse(orderForm, {
    ...orderOf([["a", 1]]),
    billingAddress: " Storgata\0 1\ud83d, Oslo ",
  });
  expect(billingAddress).toBe("Storgata 1\ufffd, Oslo");
  expect(v.is(orderForm, { ...orderOf([["a", 1]]), billingAddress: "\0 \0" })).toBe(false);
});

// Security: 13.2.2
test.each([
  ["no lines", { lines: [] }],
  ["a line of quantity 0", { lines: [{ id: "a", quantity: 0, priceCents: 1 }] }],
  ["a line of half a piece", { lines: [{ id: "a", quantity: 0.5, priceCents: 1 }] }],
  ["a line of more than a million", { lines: [{ id: "a", quantity: 1_000_001, priceCents: 1 }] }],
  ["an id that no database can hold", { lines: [{ id: "\0", quantity: 1, priceCents: 1 }] }],
  ["a negative price", { lines: [{ id: "a", quantity: 1, priceCents: -1 }] }],
  ["a delivery that costs less than nothing", { deliveryCents: -1 }],
  ["a delivery that costs half a cent", { deliveryCents: 0.5 }],
  ["a delivery that costs a text", { deliveryCents: "490" }],
  ["a delivery option that is no number", { delivery: "express" }],
  ["a delivery option below 1", { delivery: 0 }],
  ["a delivery option that is no whole number", { delivery: 1.5 }],
  ["a delivery option beyond all numbers", { delivery: Number.POSITIVE_INFINITY }],
  ["half of what was seen of a delivery option", { delivery: 1, deliverySeen: { name: "Express" } }],
  ["one product in two lines", { lines: Array(2).fill({ id: "a", quantity: 1, priceCents: 1 }) }],
  ["a key that isn't one", { checkoutKey: "1" }],
  ["an unknown payment method", { paymentMethod: "cash" }],
  ["no billing address", { billingAddress: " " }],
])("a checkout with %s is no order", (_, changes) => {
  expect(v.is(orderForm, orderOf([["a", 1]]))).toBe(true);
  expect(v.is(orderForm, { ...orderOf([["a", 1]]), ...changes })).toBe(false);
});

test("a delivery option is its number, or the same as a text", () => {
  expect(v.parse(orderForm, { ...orderOf([["a", 1]]), delivery: "12" }).delivery).toBe(12);
  expect(v.parse(orderForm, { ...orderOf([["a", 1]]), delivery: 12 }).delivery).toBe(12);
});

// Security: 13.2.2
test("lines are counted before any of them is looked at", () => {
  const untouchable = new Proxy({}, { get: () => expect.fail("a line was looked at") });
  const lines = Array(linesLimit + 1).fill(untouchable);
  expect(v.is(orderForm, { ...orderOf([]), lines })).toBe(false);
});

test("the first wrong line ends the looking", () => {
  const lines = Array.from({ length: linesLimit }, () => ({}));
  expect(v.safeParse(orderForm, { ...orderOf([]), lines }).issues).toHaveLength(1);
});

test("a cart of as many lines as an order may have is an order", () => {
  const lines = Array.from({ length: linesLimit }, (_, number) => ({ id: `${number}`, quantity: 1, priceCents: 1 }));
  expect(v.is(orderForm, { ...orderOf([]), lines })).toBe(true);
});
