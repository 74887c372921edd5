import { expect, test } from "vitest";
import { receiptFacts } from "./receipt.ts";

function datesOf(createdAt: string, timeZone: string) {
  const order = { orderNumber: "ABCDEFGHIJ", paymentMethod: "visa", billingAddress: "Storgata 1, 0155 Oslo" };
  const rest = {
    state: "paid",
    totalPrice: "1.00",
    deliveryCents: 0,
    deliveryDays: 3,
    createdAt: Date.parse(createdAt),
  } as const;
  const facts = receiptFacts({ ...order, ...rest, lines: [], events: [] }, timeZone);
  const { Date: date, "Estimated delivery": delivery } = Object.fromEntries(facts);
  return [date, delivery];
}

test("a receipt's days are the shop's, whatever the machine's clock says", () => {
  const lateInOslo = "2026-11-20T23:30:00Z";
  expect(datesOf(lateInOslo, "Europe/Oslo")).toEqual(["21 November 2026", "24 November 2026"]);
  expect(datesOf(lateInOslo, "America/New_York")).toEqual(["20 November 2026", "23 November 2026"]);
});

test("a delivery is three days on though a night between is an hour short", () => {
  expect(datesOf("2026-03-27T22:30:00Z", "Europe/Oslo")).toEqual(["27 March 2026", "30 March 2026"]);
});
