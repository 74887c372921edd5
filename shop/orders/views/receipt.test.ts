import { expect, test } from "vitest";
import type { OrderState, OrderTransition } from "#database/schema.ts";
import { orderDetailsOf, orderEventOf } from "../../../tests/support/orders.ts";
import type { OrderEvent } from "../state/events.ts";
import { addUp, sumRows } from "../sums.ts";
import { orderProgress } from "./order-progress.ts";
import type { OrderDetails } from "./read-order.ts";
import { paymentStatus, receiptDetails, returnSteps } from "./receipt.ts";

function datesOf(createdAt: string, timeZone: string) {
  const details = receiptDetails(orderDetailsOf({ createdAt: Date.parse(createdAt) }), { timeZone, locale: "en" });
  const { Date: date, "Estimated delivery": delivery } = Object.fromEntries(details);
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

/** A paid order of 19.00, delivered for 4.90. */
const paid = orderDetailsOf({
  ...addUp([{ priceCents: 101_900, quantity: 1 }], { deliveryCents: 490 }),
  ...{ paymentMethod: "mastercard", createdAt: Date.parse("2026-11-20T12:00:00Z"), paymentProvider: "stripe" },
});

function happened(step: OrderTransition, changes: Partial<OrderEvent> = {}) {
  return orderEventOf(step, { createdAt: Date.parse("2026-11-24T12:00:00Z"), ...changes });
}

const back = (amountCents: number) => happened("refundedInPart", { amountCents });

test.for<[state: OrderState, comes: boolean]>([
  ["awaiting-payment", false],
  ["paid", true],
  ["sent", true],
  ["delivered", false],
  ["cancelled", false],
  ["returned", false],
  ["refunded", false],
])("the receipt of an order that is %s says when it comes: %s", ([state, comes]) => {
  const details = receiptDetails(
    { ...paid, state, events: [happened("paid")] },
    { timeZone: "Europe/Oslo", locale: "en" },
  );
  expect(details.map(([name]) => name)).toEqual([
    ...["Order number", "Date", "Payment method", "Payment status", "Shipping address"],
    ...(comes ? ["Estimated delivery"] : []),
  ]);
  expect(details.slice(0, 3)).toEqual([
    ["Order number", "ABCDEFGHIJ"],
    ["Date", "20 November 2026"],
    ["Payment method", "Mastercard"],
  ]);
});

test.for<[status: string, OrderState, refundedCents: number, OrderEvent[]]>([
  ["Awaiting payment", "awaiting-payment", 0, []],
  ["Not paid", "cancelled", 0, [happened("cancelled")]],
  ["Paid", "sent", 0, [happened("paid"), happened("sent"), happened("refundFailed", { amountCents: 500 })]],
  ["Paid", "cancelled", 0, [happened("cancelled"), happened("paidLate")]],
  ["Paid, $10.00 refunded", "paid", 1000, [happened("paid")]],
  ["Paid, $1,023.89 refunded", "paid", 102_389, [happened("paid")]],
  ["Refunded", "refunded", 102_390, [happened("paid")]],
])("a receipt says %j", ([status, state, refundedCents, events]) => {
  expect(paymentStatus({ ...paid, state, refundedCents, events }, "en")).toBe(status);
});

test("a receipt says that a payment which a bank hasn't confirmed is processing", () => {
  expect(paymentStatus({ ...paid, state: "awaiting-payment", isProcessing: true }, "en")).toBe("Processing");
});

test("a receipt shows a refund that a bank sent back as failed, and the one that was made again once", () => {
  const day = "24 November 2026";
  const sentBack = happened("refundFailed", { amountCents: 500, wasSettled: 1 });
  const events = [happened("paid"), back(500), back(700), sentBack, back(500)];
  expect(returnSteps({ ...paid, events }, { timeZone: "Europe/Oslo", locale: "en" })).toEqual([
    { name: "Refunded", day, detail: "$7.00" },
    { name: "Refund failed", day, detail: "$5.00" },
    { name: "Refunded", day, detail: "$5.00" },
  ]);
});

test("a receipt says of money that goes back by the shop's own hands what the email says", () => {
  const regional = { timeZone: "Europe/Oslo", locale: "en" } as const;
  const events = [happened("paid"), happened("noted", { note: "Dented" }), happened("delivered"), back(500)];
  const refund = { name: "Refunded", day: "24 November 2026" };
  expect(returnSteps({ ...paid, events, paymentProvider: "manual" }, regional)).toEqual([
    { ...refund, name: "Refund", detail: "$5.00. We'll contact you if we need anything from you to pay it out." },
  ]);
  expect(returnSteps({ ...paid, events }, regional)).toEqual([{ ...refund, detail: "$5.00" }]);
});

const due = { state: "awaiting-payment", dueCents: 102_390, dueOn: "2026-12-12" } as const;
const tracked = { carrier: "PostNord", tracking: "0037" };

/** Marks: ✓ done, → next, · later, ✕ stopped. A step without a day was on 24 November. */
test.for<[way: string, Partial<OrderDetails>, steps: (OrderTransition | Partial<OrderEvent>)[]]>([
  ["✓ Paid / → Sent / · Delivered (Estimated 23 November 2026)", {}, ["paid"]],
  [
    "✓ Paid / ✓ Sent [PostNord 0037] / → Delivered (Estimated 23 November 2026)",
    { state: "sent" },
    ["paid", { step: "sent", ...tracked }],
  ],
  [
    "✓ Paid / → Sent / · Delivered (Estimated 23 November 2026)",
    {},
    ["paid", { step: "sent", position: 2, ...tracked }, { step: "sentUndone", position: 3 }],
  ],
  [
    "✓ Paid / ✓ Sent / ✓ Delivered",
    { state: "delivered" },
    ["paid", "sent", "delivered", { step: "refundedInPart", amountCents: 500 }],
  ],
  ["✓ Paid / → Ready for pickup (Estimated 23 November 2026) / · Picked up", { isPickup: 1 }, ["paid"]],
  ["✓ Paid / ✓ Ready for pickup / → Picked up", { isPickup: 1, state: "sent" }, ["paid", { step: "sent", ...tracked }]],
  ["→ Awaiting payment / · Sent / · Delivered", { state: "awaiting-payment" }, []],
  ["→ Payment processing / · Sent / · Delivered", { state: "awaiting-payment", isProcessing: true }, []],
  ["→ Awaiting payment (Due 12 December 2026) / · Sent / · Delivered", due, ["invoiced"]],
  ["✓ Ordered (20 November 2026) / ✕ Cancelled", { state: "cancelled" }, ["cancelled"]],
  [
    "✓ Paid / ✕ Cancelled / ✓ Refunded",
    { state: "cancelled" },
    ["paid", "cancelled", { step: "refunded", amountCents: 102_390 }],
  ],
  [
    "✓ Paid / ✕ Cancelled",
    { state: "cancelled", paymentProvider: "manual" },
    ["paid", "cancelled", { step: "refunded", amountCents: 102_390 }],
  ],
  ["✕ Cancelled / ✓ Paid", { state: "cancelled" }, ["cancelled", "paidLate"]],
  [
    "✓ Paid / ✓ Sent / ✓ Returned / ✓ Refunded",
    { state: "refunded" },
    ["paid", "sent", "returned", { step: "refunded", amountCents: 1 }],
  ],
  [
    "✓ Paid / → Sent / · Delivered (Estimated 23 November 2026)",
    {},
    ["paid", { step: "refunded", amountCents: 1 }, { step: "refundFailed", amountCents: 1, wasSettled: 1 }],
  ],
  ["✓ Ordered / → Sent / · Delivered (Estimated 23 November 2026)", { totalCents: 0 }, ["paid"]],
])("a receipt shows the way of its order: %s", ([way, changes, steps]) => {
  const events = steps.map((step) => (typeof step === "string" ? happened(step) : { ...happened("noted"), ...step }));
  expect(wayOf({ ...paid, ...changes, events })).toBe(way);
});

test("an order that is sent before its payment ends with it, and a withdrawn one with the withdrawal", () => {
  const unpaid = { ...paid, ...due, events: [happened("invoiced")] };
  const later = "Awaiting payment (Due 12 December 2026)";
  expect(wayOf(unpaid, { isSentFirst: true })).toBe(`→ Sent / · Delivered / · ${later}`);
  const sent = { ...unpaid, state: "delivered" as const, events: [happened("sent"), happened("delivered")] };
  expect(wayOf(sent, { isSentFirst: true })).toBe(`✓ Sent / ✓ Delivered / → ${later}`);
  expect(wayOf({ ...sent, dueCents: 0 }, { isSentFirst: true })).toBe("✓ Sent / ✓ Delivered");
  const withdrawnOn = "25 November 2026";
  expect(wayOf({ ...paid, events: [happened("paid")] }, { withdrawnOn })).toBe(`✓ Paid / ✕ Withdrawn (${withdrawnOn})`);
});

const marks = { done: "✓", next: "→", later: "·", stopped: "✕" };

function wayOf(order: OrderDetails, way = {}) {
  return orderProgress(order, { timeZone: "Europe/Oslo", locale: "en" }, way)
    .map(({ name, status, day, detail, link }) => {
      if (detail) expect(link).toBe("https://tracking.postnord.com/en/tracking?id=0037");
      const isUsual = day === undefined || day === "24 November 2026";
      return [marks[status], name, !isUsual && `(${day})`, detail && `[${detail}]`].filter(Boolean).join(" ");
    })
    .join(" / ");
}

test("a receipt's sums add up to its total, with what its delivery costs", () => {
  const rows = (deliveryCents: number) =>
    sumRows({ ...addUp([{ priceCents: 101_900, quantity: 1 }], { deliveryCents }), currency: "USD", lines: [] }, "en");
  expect(rows(490)).toEqual([
    ["Subtotal", "$1,019.00"],
    ["Shipping", "$4.90"],
    ["Total", "$1,023.90"],
  ]);
  expect(rows(0).map(([, amount]) => amount)).toEqual(["$1,019.00", "Free shipping", "$1,019.00"]);
  const withCode = (discountCents: number) =>
    sumRows(
      {
        ...addUp([{ priceCents: 1000, quantity: 1 }], { discountCents }),
        currency: "USD",
        discountCode: "A",
        lines: [],
      },
      "en",
    );
  expect(withCode(250).slice(1)).toEqual([
    ["Discount (A)", "−$2.50"],
    ["Shipping", "Free shipping"],
    ["Total", "$7.50"],
  ]);
  expect(withCode(0)[1]).toEqual(["Discount (A)", "Free shipping"]);
});
