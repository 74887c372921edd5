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
import { readWaiting } from "../owners/read-waiting.ts";
import { cancelOrder } from "./cancel-order.ts";
import { replayEvents, StepRefusedError, stateAfter } from "./order-life.ts";
import { beginPayment, lookAtPayment } from "./order-payment.ts";
import { markDelivered, markReturned, markSent, noteOnOrder } from "./order-steps.ts";
import { placeOrder } from "./place-order.ts";
import { readOrders } from "./read-order.ts";
import { readOwnersOrder } from "./read-owners-order.ts";
import { RefundError, refundOrder } from "./refund-order.ts";

const no = undefined;
const steps: OrderStep[] = [
  ...(["paid", "paidLate", "sent", "delivered", "cancelled", "returned"] as const),
  ...(["refundedInPart", "refunded", "refundFailed", "noted"] as const),
];

/** Where each step leads from where others have led, in the order of `steps`. */
// biome-ignore format: a table is read by its columns
const table: [taken: OrderStep[], state: OrderState, (OrderState | undefined)[]][] = [
  //                                           paid    paidLate     sent    delivered    cancelled    returned    refundedInPart      refunded            refundFailed        noted
  [[],                     "awaiting-payment", ["paid", no,          no,     no,          "cancelled", no,         no,                 no,                 no,                 "awaiting-payment"]],
  [["paid"],                           "paid", [no,     no,          "sent", no,          "cancelled", no,         "paid",             "refunded",         "paid",             "paid"]],
  [["paid", "sent"],                   "sent", [no,     no,          no,     "delivered", no,          "returned", "sent",             "refunded",         "sent",             "sent"]],
  [["paid", "sent", "delivered"], "delivered", [no,     no,          no,     no,          no,          "returned", "delivered",        "refunded",         "delivered",        "delivered"]],
  [["paid", "cancelled"],         "cancelled", [no,     "cancelled", no,     no,          no,          no,         "cancelled",        "cancelled",        "cancelled",        "cancelled"]],
  [["paid", "sent", "returned"],   "returned", [no,     no,          no,     no,          no,          no,         "returned",         "refunded",         "returned",         "returned"]],
  [["paid", "refunded"],           "refunded", [no,     no,          no,     no,          "cancelled", no,         "refunded",         "refunded",         "refunded",         "refunded"]],
  [["paid", "sent", "refunded"],   "refunded", [no,     no,          no,     no,          no,          "refunded", "refunded",         "refunded",         "refunded",         "refunded"]],
  [["paid", "sent", "refunded", "returned"],
                                   "refunded", [no,     no,          no,     no,          no,          no,         "refunded",         "refunded",         "refunded",         "refunded"]],
];

test.for(table)("what may follow %o", ([names, state, states]) => {
  const taken = names.map((step) => ({ step }));
  expect(replayEvents(taken)).toBe(state);
  expect(steps.map((step) => stateAfter(state, step, taken))).toEqual(states);
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

type OwnersStep = "send" | "deliver" | "cancel" | "return" | "refund a part" | "refund";
const stepsTaken: Record<OwnersStep, OrderStep> = {
  send: "sent",
  deliver: "delivered",
  cancel: "cancelled",
  return: "returned",
  "refund a part": "refundedInPart",
  refund: "refunded",
};

/** Every way in which an owner can lead an order that is paid, taking no step twice. */
function waysOf(taken: OwnersStep[] = []): OwnersStep[][] {
  const events = [{ step: "paid" as const }, ...taken.map((step) => ({ step: stepsTaken[step] }))];
  const state = replayEvents(events);
  // Of an order that is cancelled, or paid back, nothing is left to be paid back.
  const isPaidBack = taken.includes("cancel") || taken.includes("refund");
  const next = (Object.keys(stepsTaken) as OwnersStep[]).filter(
    (step) =>
      !taken.includes(step) &&
      !(isPaidBack && step.startsWith("refund")) &&
      stateAfter(state, stepsTaken[step], events) !== undefined,
  );
  return [taken, ...next.flatMap((step) => waysOf([...taken, step]))];
}

forEachEngine((_, engine) => {
  test("whatever an owner does with an order, in whichever order, it can be closed, and goods and money go back once", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 1000 })]);
    const wish = { actor: "owner@example.com" };
    const reason = "A dent";
    const take: Record<OwnersStep, (number: string) => Promise<unknown>> = {
      send: (number) => markSent(shop, number, { ...wish, carrier: null, tracking: null }),
      deliver: (number) => markDelivered(shop, number, wish),
      cancel: (number) => cancelOrder(shop, number, wish),
      return: (number) => markReturned(shop, number, wish),
      "refund a part": (number) => refundOrder(shop, number, { ...wish, reason, amountCents: 100 }),
      refund: (number) => refundOrder(shop, number, { ...wish, reason }),
    };
    const all = Object.keys(take) as OwnersStep[];
    const stockNow = async () => (await readProduct(shop.db, "coffee"))?.stock;
    const ways = waysOf();
    expect(ways.length).toBeGreaterThan(40);
    for (const way of ways) {
      const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now());
      for (const step of way) await take[step](number);
      const { state, refundableCents } = await readOwnersOrder(shop.db, number);
      const isOwed = way.includes("return") && !way.includes("refund");
      expect.soft(refundableCents === 0, `${way} is paid back`).toBe(way.includes("cancel") || way.includes("refund"));
      expect.soft((await readWaiting(shop.db)).owed, `${way} is owed`).toBe(isOwed ? 1 : 0);
      expect.soft(state === "returned", `${way} is listed`).toBe(isOwed);
      expect.soft(await stockNow(), way.join()).toBe(way.includes("cancel") || way.includes("return") ? 1000 : 998);
      // All of it once more: what may not follow changes nothing, and the rest closes the order.
      for (const step of ["refund", "cancel", "return", ...all, ...all] as const)
        await take[step](number).catch((error: unknown) => {
          if (!(error instanceof StepRefusedError || error instanceof RefundError)) throw error;
        });
      const closed = await readOwnersOrder(shop.db, number);
      expect.soft(closed.refundableCents, `${way} stays owed`).toBe(0);
      const paidBack = closed.events.filter(({ step }) => step.startsWith("refunded"));
      expect.soft(sumOf(paidBack.map(({ amountCents }) => amountCents)), `${way} costs money`).toBe(1900);
      expect.soft(await readWaiting(shop.db), `${way} waits`).toMatchObject({ owed: 0, toSend: 0 });
      expect.soft(await stockNow(), `${way} keeps goods`).toBe(1000);
    }
  });
});

function sumOf(amounts: (number | null)[]) {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}
