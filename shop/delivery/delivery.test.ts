import fc from "fast-check";
import { expect, test } from "vitest";
import { calculateSums, sumRows } from "../orders/sums.ts";
import { defaultFormats } from "../values/locale.ts";
import { centsFromTypedAmount } from "../values/typed-amount.ts";
import { type DeliveryTerms, deliveryCost, mostDeliveryCost, ownDelivery, standardDelivery } from "./delivery.ts";
import { deliveryAnswer, deliveryClaim, deliverySentence } from "./describe-delivery.ts";

const terms: DeliveryTerms = { priceCents: 490, freeFromCents: 5000, days: 5 };
const always: DeliveryTerms = { priceCents: 490, freeFromCents: null, days: 1 };

test.each([
  [terms, 0, 490],
  [terms, 4999, 490],
  [terms, 5000, 0],
  [terms, 5001, 0],
  [always, 10_000_000, 490],
  [standardDelivery, 100, 0],
  [undefined, 100, 0],
])("by the terms %j delivering an order of %d cents costs %d", (terms, subtotal, cost) => {
  expect(deliveryCost(terms, subtotal)).toBe(cost);
});

test("by whatever terms, a receipt's subtotal and shipping are its total", () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  const anyTerms = fc.record({ priceCents: cents, freeFromCents: fc.option(cents), days: fc.constant(3) });
  fc.assert(
    fc.property(anyTerms, cents, (terms, subtotalCents) => {
      const deliveryCents = deliveryCost(terms, subtotalCents);
      const sums = calculateSums([{ priceCents: subtotalCents, quantity: 1 }], { delivery: terms });
      const [subtotal, shipping = 0, total] = sumRows({ ...sums, currency: "USD", lines: [] }, "en").map(([, amount]) =>
        centsFromTypedAmount(amount, "USD"),
      );
      expect([subtotal, shipping]).toEqual([subtotalCents, deliveryCents]);
      expect(total).toBe(subtotalCents + deliveryCents);
    }),
  );
});

test("pages receive the delivery terms only if they differ from the standard ones", () => {
  expect(ownDelivery(standardDelivery)).toBeUndefined();
  for (const own of [always, { ...standardDelivery, priceCents: 1 }, { ...standardDelivery, days: 4 }]) {
    expect(ownDelivery(own)).toBe(own);
  }
});

test("pages describe the delivery terms", () => {
  expect(deliverySentence(standardDelivery, { currency: "USD", locale: "en" })).toBe(
    "Free on every order. Estimated delivery in 3 days.",
  );
  expect(deliverySentence(terms, { currency: "USD", locale: "en" })).toBe(
    "$4.90, or free on orders of $50.00 or more. Estimated delivery in 5 days.",
  );
  expect(deliverySentence(always, { currency: "USD", locale: "en" })).toBe(
    "$4.90 on every order. Estimated delivery in 1 day.",
  );
  expect(deliveryAnswer({ ...standardDelivery, days: 9 }, 100, { currency: "USD", locale: "en" })).toBeUndefined();
  expect(deliveryAnswer(terms, 4999, { currency: "USD", locale: "en" })).toBe(
    "Shipping is $4.90, or free on orders of $50.00 or more.",
  );
  expect(deliveryAnswer(terms, 5000, { currency: "USD", locale: "en" })).toBe(
    "Ships free, like all orders of $50.00 or more.",
  );
  expect(deliveryAnswer(always, 5000, { currency: "USD", locale: "en" })).toBe("Shipping is $4.90 on every order.");
  const newShop = { delivery: standardDelivery, ...defaultFormats, returnDays: 30 };
  expect(deliveryClaim(newShop)).toBeUndefined();
  expect(deliveryClaim({ ...newShop, returnDays: 14 })?.description).toContain("on every order and 14-day returns.");
  expect(deliveryClaim({ ...newShop, currency: "NOK" })).toMatchObject({
    title: "Free shipping",
    text: "on every order",
  });
  expect(deliveryClaim({ ...newShop, delivery: terms })).toMatchObject({
    text: "on orders of $50.00 or more. $4.90 on smaller orders",
  });
  expect(deliveryClaim({ ...newShop, delivery: always })).toMatchObject({ title: "$4.90 shipping" });
});

test("pages say what other options cost where one is free", () => {
  const otherPrices = [
    { priceCents: 990, freeFromCents: null },
    { priceCents: 200, freeFromCents: 5000 },
  ];
  const free = { ...standardDelivery, hasChoice: true, otherPrices };
  const sentence = "Free shipping, or from $2.00 for other options. Choose how at checkout.";
  expect(deliverySentence(free, { currency: "USD", locale: "en" })).toBe(sentence);
  expect(deliveryAnswer(free, 100, { currency: "USD", locale: "en" })).toBe(sentence);
  expect(deliveryClaim({ delivery: free, ...defaultFormats, returnDays: 30 })).toMatchObject({
    text: "or from $2.00 for other delivery options",
  });
  expect(mostDeliveryCost(free, 100)).toBe(990);
  expect(mostDeliveryCost({ ...free, otherPrices: otherPrices.slice(1) }, 5000)).toBe(0);
  expect(deliverySentence({ ...standardDelivery, hasChoice: true }, { currency: "USD", locale: "en" })).toBe(
    "Free shipping. Choose how at checkout.",
  );
});

test("a shop that sends nothing promises pickup, no shipping", () => {
  const pickup = { ...standardDelivery, isPickup: true };
  const claim = deliveryClaim({ delivery: pickup, ...defaultFormats, returnDays: 30 });
  expect(claim).toMatchObject({ title: "Free pickup", text: "ready in 3 days" });
  expect(ownDelivery(pickup)).toBe(pickup);
  expect(deliverySentence(pickup, { currency: "USD", locale: "en" })).toBe("Free pickup. Ready in 3 days.");
  expect(deliveryAnswer({ ...pickup, hasChoice: true }, 100, { currency: "USD", locale: "en" })).toBe(
    "Free pickup. Choose where at checkout.",
  );
  expect(deliverySentence({ ...pickup, priceCents: 200, days: 1 }, { currency: "USD", locale: "en" })).toBe(
    "Pickup for $2.00. Ready in 1 day.",
  );
});
