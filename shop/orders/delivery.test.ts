import fc from "fast-check";
import { expect, test } from "vitest";
import { centsFromAmount, decimalAmount } from "../money.ts";
import { type DeliveryTerms, deliveryCost, ownDelivery, standardDelivery } from "./delivery.ts";
import { deliveryAnswer, deliveryClaim, deliverySentence } from "./delivery-words.ts";
import { receiptSums } from "./receipt.ts";

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
])("by the terms %j the delivery of goods for %d cents costs %d", (terms, subtotal, cost) => {
  expect(deliveryCost(terms, subtotal)).toBe(cost);
});

test("by whatever terms, a receipt's subtotal and shipping are its total", () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  const anyTerms = fc.record({ priceCents: cents, freeFromCents: fc.option(cents), days: fc.constant(3) });
  fc.assert(
    fc.property(anyTerms, cents, (terms, subtotalCents) => {
      const deliveryCents = deliveryCost(terms, subtotalCents);
      const sums = receiptSums({ totalPrice: decimalAmount(subtotalCents + deliveryCents), deliveryCents });
      const [subtotal, shipping = 0, total] = sums.map(([, amount]) => centsFromAmount(amount));
      expect([subtotal, shipping]).toEqual([subtotalCents, deliveryCents]);
      expect(total).toBe(subtotalCents + deliveryCents);
    }),
  );
});

test("pages are told of delivery only where it isn't as it comes", () => {
  expect(ownDelivery(standardDelivery)).toBeUndefined();
  for (const own of [always, { ...standardDelivery, priceCents: 1 }, { ...standardDelivery, days: 4 }]) {
    expect(ownDelivery(own)).toBe(own);
  }
});

test("pages say of delivery what is true", () => {
  expect(deliverySentence(standardDelivery)).toBe("Costs nothing, whatever your order comes to, and takes 3 days.");
  expect(deliverySentence(terms)).toBe("Costs $4.90, nothing on orders from $50.00, and takes 5 days.");
  expect(deliverySentence(always)).toBe("Costs $4.90, whatever your order comes to, and takes 1 day.");
  expect(deliveryAnswer({ ...standardDelivery, days: 9 }, 100)).toBeUndefined();
  expect(deliveryAnswer(terms, 4999)).toBe("Shipping costs $4.90, and nothing on orders from $50.00.");
  expect(deliveryAnswer(terms, 5000)).toBe("Ships free, as all orders from $50.00 do.");
  expect(deliveryAnswer(always, 5000)).toBe("Shipping costs $4.90, whatever your order comes to.");
  expect(deliveryClaim(standardDelivery)).toBeUndefined();
  expect(deliveryClaim(terms)).toMatchObject({ text: "on orders from $50.00. Smaller ones ship for $4.90" });
  expect(deliveryClaim(always)).toMatchObject({ title: "Shipping for $4.90" });
});
