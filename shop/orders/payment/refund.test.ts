import { expect, test } from "vitest";
import { forEachEngine } from "../../../tests/support/databases.ts";
import {
  after,
  deliver,
  openPaidStripeOrder,
  openStripeOrder,
  owner,
  readOrder,
  refundInDashboard,
  refundOf,
  stepsOf,
  stockOf,
  takeEvents,
} from "../../../tests/support/stripe-shop.ts";
import { runDueJobs } from "../../jobs/run-job.ts";
import { reschedule } from "../../jobs/worker.ts";
import { createJobHandlers } from "../../open/job-handlers.ts";
import type { Shop } from "../../shop.ts";
import { cancelOrder } from "../cancel-order.ts";
import { processDueRefunds } from "../payment-jobs.ts";
import { RefundError } from "../state/order.ts";
import { reconcileRefunds, refundOrder } from "./refund.ts";

const going = new AbortController().signal;
const day = 24 * 60;

// No event of a refund comes in these tests: none is delivered.
forEachEngine((_, engine) => {
  test("a refund in Stripe's dashboard that no event told of counts before the order is refunded", async () => {
    const { shop, stripe, number, sessionId } = await openPaidStripeOrder(engine);
    refundInDashboard(stripe, sessionId, 600);
    await expect(refundOrder(shop, number, refundOf(1301))).rejects.toThrow(RefundError);
    expect((await readOrder(shop)).events).toMatchObject([
      { step: "paid" },
      {
        step: "refundedInPart",
        amountCents: 600,
        actor: { type: "provider", id: "stripe" },
        note: "Refunded through stripe",
      },
    ]);
    expect(await refundOrder(shop, number, refundOf())).toEqual({
      amountCents: 1300,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    await deliver(shop, takeEvents(stripe));
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart", "refunded"]);
  });

  test("an order that is cancelled gets what is left after a refund in Stripe's dashboard that no event told of", async () => {
    const { shop, stripe, number, sessionId } = await openPaidStripeOrder(engine);
    refundInDashboard(stripe, sessionId, 600);
    expect(await cancelOrder(shop, number, { actor: owner })).toEqual({
      amountCents: 1300,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    expect(stripe.books.list("refund").map(({ amount }) => amount)).toEqual([600, 1300]);
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart", "cancelled", "refunded"]);
    expect(await stockOf(shop)).toBe(40);
  });

  test("an order that was paid and refunded at Stripe without any event is cancelled, and refunded once", async () => {
    const { shop, stripe, number, sessionId } = await openStripeOrder(engine);
    stripe.account.pay(sessionId);
    refundInDashboard(stripe, sessionId, 1900);
    expect(await cancelOrder(shop, number, { actor: owner })).toBeUndefined();
    expect(await stepsOf(shop)).toEqual(["paid", "refunded", "cancelled"]);
    expect(stripe.books.list("refund")).toHaveLength(1);
  });

  test("a refund that a bank sent back without an event is due again before the order is refunded", async () => {
    const { shop, stripe, number, readSubjects } = await openPaidStripeOrder(engine);
    await refundOrder(shop, number, refundOf());
    stripe.account.settleRefund(stripe.books.list("refund")[0]?.id ?? "", "failed");
    expect(await refundOrder(shop, number, refundOf())).toEqual({
      amountCents: 1900,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    expect(await stepsOf(shop)).toEqual(["paid", "refunded", "refundFailed", "refunded"]);
    expect(await readSubjects()).toContain(`shop@localhost: Refund of $19.00 for order ${number} failed`);
  });

  test("a refund while Stripe can't be reached never exceeds what is left there", async () => {
    const { shop, stripe, number, sessionId } = await openPaidStripeOrder(engine);
    refundInDashboard(stripe, sessionId, 600);
    stripe.troubles.push("unavailable", "unavailable");
    expect(await refundOrder(shop, number, refundOf())).toEqual({
      amountCents: 1900,
      state: "pending",
      provider: "stripe",
      currency: "USD",
    });
    await processDueRefunds(after(shop, 2), going);
    expect(stripe.books.list("refund").map(({ amount }) => amount)).toEqual([600]);
    expect(await stepsOf(shop)).toEqual(["paid", "refundFailed"]);
    expect(await refundOrder(shop, number, refundOf())).toEqual({
      amountCents: 1300,
      state: "settled",
      provider: "stripe",
      currency: "USD",
    });
    expect(await stepsOf(shop)).toEqual(["paid", "refundFailed", "refundedInPart", "refunded"]);
  });

  test("refunds that no event told of are found once a day, by one of the processes", async () => {
    const { shop, stripe, sessionId } = await openPaidStripeOrder(engine);
    refundInDashboard(stripe, sessionId, 100);
    const runDaily = (at: Shop) => runDueJobs({ ...at, handlers: createJobHandlers(at) }, "refundReconciliation");
    await reschedule(shop.db, createJobHandlers(shop), shop.now());
    await Promise.all([runDaily(shop), runDaily(shop)]);
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart"]);
    refundInDashboard(stripe, sessionId, 200);
    stripe.troubles.push("unavailable");
    await runDaily(after(shop, day - 1));
    expect(stripe.troubles, "Stripe isn't asked again on the same day").toHaveLength(1);
    expect(await runDaily(after(shop, day + 1))).toBe(false);
    await runDaily(after(shop, day + 2));
    expect(await stepsOf(shop), "a look that failed is repeated, but not at once").toEqual(["paid", "refundedInPart"]);
    await runDaily(after(shop, day + 30));
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart", "refundedInPart"]);
    await deliver(shop, takeEvents(stripe));
    expect(await stepsOf(shop)).toEqual(["paid", "refundedInPart", "refundedInPart"]);
  });

  test("a refund that a bank returns weeks later without an event counts as failed, from the shop or the dashboard", async () => {
    const { shop, stripe, number, sessionId } = await openPaidStripeOrder(engine);
    await refundOrder(shop, number, refundOf(500));
    const { id } = refundInDashboard(stripe, sessionId, 100);
    await reconcileRefunds(shop, going);
    await reconcileRefunds(after(shop, 20 * day), going);
    for (const refund of [stripe.books.list("refund")[0]?.id ?? "", id]) stripe.account.settleRefund(refund, "failed");
    await reconcileRefunds(after(shop, 29 * day), going);
    expect((await readOrder(shop)).events).toMatchObject([
      { step: "paid" },
      { step: "refundedInPart", amountCents: 500 },
      { step: "refundedInPart", amountCents: 100 },
      { step: "refundFailed", amountCents: 100 },
      { step: "refundFailed", amountCents: 500 },
    ]);
  });

  test("all refunds of a day are found, others' left out, and those of months ago not asked for", async () => {
    const { shop, stripe, number, sessionId } = await openPaidStripeOrder(engine);
    const foreign = stripe.account.openPaymentLink(number, { amount: 1900, currency: "usd" });
    stripe.account.pay(foreign.id);
    refundInDashboard(stripe, foreign.id, 700);
    for (let cents = 0; cents < 120; cents++) refundInDashboard(stripe, sessionId, 1);
    const old = refundInDashboard(stripe, sessionId, 900);
    stripe.books.save("refund", { ...old, created: 1234567890 });
    await reconcileRefunds(shop, going);
    const steps = await stepsOf(shop);
    expect(steps).toEqual(["paid", ...Array(120).fill("refundedInPart")]);
  });
});
