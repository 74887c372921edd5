import { expect, onTestFinished, test } from "vitest";
import type { OrderState, OrderStep } from "#database/schema.ts";
import { seededRandom } from "../../tests/soak/seeded-random.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { readProduct } from "../catalog/read-products.ts";
import { cancelOrder } from "./cancel-order.ts";
import { orderStates, replayEvents, StepRefusedError, stateAfter } from "./order-life.ts";
import { beginPayment, lookAtPayment } from "./order-payment.ts";
import { markDelivered, markReturned, markSent, noteOnOrder } from "./order-steps.ts";
import { placeOrder } from "./place-order.ts";
import { readOrders } from "./read-order.ts";
import { RefundError, refundOrder } from "./refund-order.ts";

const no = undefined;
const steps: OrderStep[] = [
  ...(["paid", "paidLate", "sent", "delivered", "cancelled", "returned"] as const),
  ...(["refundedInPart", "refunded", "refundFailed", "noted"] as const),
];

/** Where each step leads, in the order of `steps`. */
// biome-ignore format: a table is read by its columns
const table: Record<OrderState, (OrderState | undefined)[]> = {
  //                  paid    paidLate     sent    delivered    cancelled    returned    refundedInPart      refunded            refundFailed        noted
  "awaiting-payment": ["paid", no,          no,     no,          "cancelled", no,         no,                 no,                 no,                 "awaiting-payment"],
  paid:               [no,     no,          "sent", no,          "cancelled", no,         "paid",             "refunded",         "paid",             "paid"],
  sent:               [no,     no,          no,     "delivered", no,          "returned", "sent",             "refunded",         "sent",             "sent"],
  delivered:          [no,     no,          no,     no,          no,          "returned", "delivered",        "refunded",         "delivered",        "delivered"],
  cancelled:          [no,     "cancelled", no,     no,          no,          no,         "cancelled",        "cancelled",        "cancelled",        "cancelled"],
  returned:           [no,     no,          no,     no,          no,          no,         "returned",         "refunded",         "returned",         "returned"],
  refunded:           [no,     no,          no,     no,          no,          "returned", "refunded",         "refunded",         "refunded",         "refunded"],
};

test.for(orderStates)("what may follow when an order is %s", (state) => {
  expect(steps.map((step) => stateAfter(state, step))).toEqual(table[state]);
});

test("a step that may not follow can't be replayed, and says so", () => {
  expect(replayEvents([{ step: "paid" }, { step: "sent" }, { step: "returned" }, { step: "refunded" }])).toBe(
    "refunded",
  );
  const replaying = () => replayEvents([{ step: "paid" }, { step: "sent" }, { step: "cancelled" }]);
  expect(replaying).toThrow(new StepRefusedError("sent", "cancelled"));
  expect(replaying).toThrow("An order that is sent can't be cancelled");
});

forEachEngine((_, engine) => {
  test("wherever orders are led, their events tell their state, stock and money", async () => {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { stripe: stripe.settings });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 1000 })]);
    const random = seededRandom(7);
    const wish = { actor: "owner@example.com" };
    const reason = "It was broken";
    const walks: ((number: string) => Promise<unknown>)[] = [
      (number) => markSent(shop, number, { ...wish, carrier: "Posten", tracking: "1" }),
      (number) => markDelivered(shop, number, wish),
      (number) => markReturned(shop, number, wish),
      (number) => cancelOrder(shop, number, wish),
      (number) => noteOnOrder(shop, number, { ...wish, note: "A gift" }),
      (number) => refundOrder(shop, number, { ...wish, reason }),
      (number) => refundOrder(shop, number, { ...wish, reason, amountCents: 100 }),
      async (number) => {
        const session = stripe.books.list("session").find(({ client_reference_id }) => client_reference_id === number);
        if (session) stripe.account.pay(session.id);
        await lookAtPayment(shop, number);
      },
    ];
    const refused: unknown[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), "stripe");
        await beginPayment(shop, number);
        for (let steps = 0; steps < 10; steps++) {
          const walk = walks[Math.floor(random() * walks.length)];
          await walk?.(number).catch((error) => refused.push(error));
        }
      }),
    );
    const isExpected = (error: unknown) => error instanceof StepRefusedError || error instanceof RefundError;
    expect(refused.filter((error) => !isExpected(error))).toEqual([]);
    const orders = await readOrders(shop.db);
    expect(orders.map(({ events }) => replayEvents(events))).toEqual(orders.map(({ state }) => state));
    const keptOrders = orders.filter(
      ({ events }) => !events.some(({ step }) => step === "cancelled" || step === "returned"),
    );
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(1000 - 2 * keptOrders.length);
    const paidBack = orders.flatMap(({ events }) => events.filter(({ step }) => step.startsWith("refunded")));
    expect(sumOf(paidBack.map(({ amountCents }) => amountCents))).toBe(
      sumOf(stripe.books.list("refund").map(({ amount }) => amount)),
    );
  });
});

function sumOf(amounts: (number | null)[]) {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}
