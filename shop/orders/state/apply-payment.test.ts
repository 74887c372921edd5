import { expect, test } from "vitest";
import { forEachEngine } from "../../../tests/support/databases.ts";
import {
  after,
  changed,
  deliver,
  onlySession,
  openPaidStripeOrder,
  openStripeOrder,
  openStripeShop,
  owner,
  readOrder,
  stepsOf,
  stockOf,
  takeEvents,
} from "../../../tests/support/stripe-shop.ts";
import { cancelOrder } from "../cancel-order.ts";
import { getProvider, readPurchase, startCheckout, syncPayment } from "../payment/payment.ts";
import { refundOrder } from "../payment/refund.ts";
import { processDuePayments } from "../payment-jobs.ts";
import { RefundError } from "./order.ts";

const going = new AbortController().signal;
const cent = { amount: 1, currency: "nok" };

forEachEngine((_, engine) => {
  test("a payment of another session that names the order doesn't pay it, and the owner gets one mail", async () => {
    const { shop, stripe, number, sessionId, announced, readSubjects } = await openStripeOrder(engine);
    const { id } = stripe.account.openPaymentLink(number, cent);
    stripe.account.pay(id);
    const events = takeEvents(stripe);
    await Promise.all([deliver(shop, events), deliver(shop, events)]);
    await deliver(shop, events);
    expect(await readOrder(shop)).toMatchObject({
      state: "awaiting-payment",
      events: [
        {
          step: "noted",
          actor: { type: "provider", id: "stripe" },
          note: expect.stringMatching(/^NOK\s0\.01 was paid .*: cs_test_/),
        },
      ],
    });
    expect(await readSubjects()).toEqual([`shop@localhost: A payment doesn't match order ${number}`]);
    expect(announced.join("\n").split("A payment doesn't match its order")).toHaveLength(2);

    stripe.account.pay(sessionId);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "paid" });
    await cancelOrder(shop, number, { actor: owner });
    expect(stripe.books.list("refund")).toMatchObject([
      { amount: 1900, payment_intent: stripe.account.findSession(sessionId).payment_intent },
    ]);
  });

  test("a payment of another session with the order's own price doesn't pay it either, before its page is known", async () => {
    const { shop, stripe, place } = await openStripeShop(engine);
    const number = await place();
    stripe.account.pay(stripe.account.openPaymentLink(number, { amount: 1900, currency: "usd" }).id);
    await deliver(shop, takeEvents(stripe));
    expect(await stepsOf(shop)).toEqual(["noted"]);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
    expect(await startCheckout(shop, number)).toContain("/pay/cs_test_");
  });

  test("another session that expires cancels nothing, and the owner gets one mail for any number of them", async () => {
    const { shop, stripe, number, readSubjects } = await openStripeOrder(engine);
    for (const _ of [1, 2, 3]) stripe.account.expireSession(stripe.account.openPaymentLink(number, cent).id);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment", events: [{ step: "noted" }] });
    expect(await stockOf(shop)).toBe(38);
    expect(await readSubjects()).toEqual([`shop@localhost: A payment doesn't match order ${number}`]);
  });

  test.for([
    ["amount", { amount_total: 1 }],
    ["currency", { currency: "nok" }],
    ["mode", { livemode: true }],
  ] as const)("an event of the order's own session with another %s doesn't pay it", async ([, changes]) => {
    const { shop, stripe, number, sessionId } = await openStripeOrder(engine);
    stripe.account.pay(sessionId);
    const [, completed] = takeEvents(stripe);
    await deliver(shop, [changed(completed, "checkout.session.completed", changes)]);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment", events: [{ step: "noted" }] });
    await syncPayment(shop, number);
    expect(await stepsOf(shop), "Stripe itself says that it is paid").toEqual(["noted", "paid"]);
  });

  test("a payment that Stripe has with another amount when it is asked doesn't pay the order", async () => {
    const { shop, stripe, number, sessionId } = await openStripeOrder(engine);
    stripe.account.pay(sessionId);
    stripe.books.save("session", { ...stripe.account.findSession(sessionId), amount_total: 1 });
    await syncPayment(shop, number);
    await processDuePayments(after(shop, 36), going);
    expect(await stepsOf(shop)).toEqual(["noted"]);
    expect(await readOrder(shop)).toMatchObject({ state: "awaiting-payment" });
  });

  test("an order that was paid by hand isn't changed by payments that name it", async () => {
    const { shop, stripe, place } = await openStripeShop(engine);
    const number = await place();
    await shop.db.updateTable("payments").set({ provider: "manual", state: "settled" }).execute();
    await shop.db.updateTable("orders").set({ state: "paid" }).execute();
    stripe.account.pay(stripe.account.openPaymentLink(number, cent).id);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "paid", events: [{ step: "noted" }] });
  });

  test("a payment that began before its terms were kept is paid as ever", async () => {
    const { shop, stripe, sessionId } = await openStripeOrder(engine);
    await shop.db.updateTable("payments").set({ mode: null }).execute();
    stripe.account.pay(sessionId);
    await deliver(shop, takeEvents(stripe));
    expect(await readOrder(shop)).toMatchObject({ state: "paid" });
  });

  test("no more than was paid is refunded", async () => {
    const { shop, stripe, number } = await openPaidStripeOrder(engine);
    await shop.db.updateTable("payments").set({ paidCents: 700 }).execute();
    await expect(refundOrder(shop, number, { amountCents: 701, reason: "-", actor: owner })).rejects.toThrow(
      RefundError,
    );
    await cancelOrder(shop, number, { actor: owner });
    expect(stripe.books.list("refund")).toMatchObject([{ amount: 700 }]);
  });

  test("a refund of another payment isn't booked on the order", async () => {
    const { shop, stripe, number } = await openPaidStripeOrder(engine);
    const link = stripe.account.openPaymentLink(number, { amount: 1900, currency: "usd" });
    const other = stripe.account.pay(link.id);
    stripe.account.createRefund(
      new Map([
        ["payment_intent", String(other?.payment_intent)],
        ["metadata[orderNumber]", number],
      ]),
    );
    await deliver(shop, takeEvents(stripe));
    expect(await stepsOf(shop)).toEqual(["paid", "noted"]);
    const refund = await refundOrder(shop, number, { amountCents: 500, reason: "-", actor: owner });
    expect(refund).toEqual({ amountCents: 500, currency: "USD", state: "settled", provider: "stripe" });
    const [{ id = "" } = {}] = await shop.db.selectFrom("refunds").select("id").execute();
    const events = takeEvents(stripe).filter(({ type }) => type === "refund.created");
    const foreign = {
      payment_intent: other?.payment_intent,
      status: "failed",
      metadata: { orderNumber: number, refundId: id },
    };
    await deliver(shop, [changed(events[0], "refund.failed", foreign)]);
    expect(await stepsOf(shop)).toEqual(["paid", "noted", "refundedInPart"]);
  });

  test("a payment whose page was never saved is the order's own only at the order's price", async () => {
    const { shop, stripe, place } = await openStripeShop(engine);
    const number = await place();
    await getProvider(shop, "stripe").createCheckout(await readPurchase(shop, number));
    stripe.account.pay(onlySession(stripe).id);
    const [, completed] = takeEvents(stripe);
    await deliver(shop, [changed(completed, "checkout.session.completed", { amount_total: 1899 })]);
    expect(await stepsOf(shop)).toEqual(["noted"]);
    await deliver(shop, completed ? [completed] : []);
    expect(await stepsOf(shop)).toEqual(["noted", "paid"]);
  });
});
