import { expect, onTestFinished, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { runOnShop } from "../../../tests/support/run-on-shop.ts";
import { openStripeStandIn } from "../../../tests/support/stripe-stand-in.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readWaiting } from "../../owners/read-waiting.ts";
import { dayOf } from "../../values/days.ts";
import { cancelOrder } from "../cancel-order.ts";
import { changeOrder, OrderChangedError } from "../change-order.ts";
import { returnOrder, sendOrder } from "../fulfil-order.ts";
import { processDueRefunds } from "../payment-jobs.ts";
import { staff } from "../state/events.ts";
import { RefundError } from "../state/order.ts";
import { replayEvents } from "../state/state-machine.ts";
import { readAdminOrder } from "../views/admin.ts";
import { findOrders } from "../views/find-orders.ts";
import { readCustomersOrder } from "../views/read-order.ts";
import { readSales } from "../views/read-sales.ts";
import { paymentStatus, returnSteps } from "../views/receipt.ts";
import { writeOrdersCsv } from "../views/write-orders-csv.ts";
import { startCheckout, syncPayment } from "./payment.ts";
import { applyRefundEvent, closeRefunds, refundOrder } from "./refund.ts";

const wish = { actor: staff("owner@example.com"), reason: "It was broken" };
const owner = { actor: wish.actor };
const parcel = { carrier: null, tracking: null };

forEachEngine((_, engine) => {
  /** A shop with an order of $19.00 that Stripe took the payment of. */
  async function openPaidOrder() {
    const stripe = await openStripeStandIn();
    onTestFinished(stripe.close);
    const { shop } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const number = await placeOrder(shop.db, uid, orderOf([["coffee", 2]]), shop.now(), "stripe");
    await startCheckout(shop, number);
    stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
    await syncPayment(shop, number);
    const read = () => readAdminOrder(shop.db, number);
    const refund = (amountCents?: number) => refundOrder(shop, number, { ...wish, amountCents });
    /** What the bank says of the refund that was asked for last. */
    const fail = async () => {
      const refunds = await shop.db.selectFrom("refunds").selectAll().where("state", "!=", "failed").execute();
      const last = refunds.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt))[0];
      stripe.account.settleRefund(last?.externalId ?? "", "failed");
      const result = { state: "failed", externalId: last?.externalId ?? "", error: "Expired" } as const;
      await changeOrder(shop, number, { type: "refundResult", refundId: last?.id ?? "", result });
      await new Promise((resolve) => setTimeout(resolve, 2));
    };
    const listed = async () => {
      const { orders } = await findOrders(shop.db, { hasFailedRefund: true, sort: "newest", limit: 5 });
      expect((await readWaiting(shop.db)).failedRefunds).toBe(orders.length);
      return orders.map(({ outstandingCents }) => outstandingCents);
    };
    return { shop, stripe, uid, number, read, refund, fail, listed };
  }

  test("a refund that failed and was made again counts once, wherever it is shown", async () => {
    const { shop, uid, number, read, refund, fail } = await openPaidOrder();
    await refund(500);
    await fail();
    await refund(500);
    const receipt = await readCustomersOrder(shop.db, uid, number);
    if (!receipt) throw new Error("There is no receipt");
    expect(receipt.refundedCents).toBe(500);
    expect(paymentStatus(receipt, "en")).toBe("Paid, $5.00 refunded");
    const steps = returnSteps(receipt, { timeZone: "Europe/Oslo", locale: "en" }).map(
      ({ name, detail }) => `${name} ${detail}`,
    );
    expect(steps).toEqual(["Refund failed $5.00", "Refunded $5.00"]);
    expect(await read()).toMatchObject({ refundedCents: 500, refundableCents: 1400 });
    expect(JSON.parse(await runOnShop(shop, "order", number, "--json"))).toMatchObject({ refunded: "5.00" });
    expect(await runOnShop(shop, "order", number)).toMatch(/^Payment status +Paid, \$5\.00 refunded$/m);
    let csv = "";
    for await (const lines of writeOrdersCsv(shop.db, { sort: "newest" }, "Europe/Oslo")) csv += lines;
    expect(csv).toContain(",19.00,5.00,USD");
    const last = dayOf(shop.now(), "Europe/Oslo");
    const [sales] = await readSales(shop.db, { last, count: 1, timeZone: "Europe/Oslo" });
    expect(sales).toMatchObject({ cents: 1400 });
  });

  test("an order whose full refund failed returns to the state of its items", async () => {
    const { shop, uid, number, read, refund, fail } = await openPaidOrder();
    await sendOrder(shop, number, { ...owner, ...parcel });
    await refund();
    expect(await read()).toMatchObject({ state: "refunded", refundedCents: 1900 });
    await fail();
    const order = await read();
    expect(order).toMatchObject({ state: "sent", refundedCents: 0, refundableCents: 1900 });
    expect(replayEvents(order.events)).toBe("sent");
    const receipt = await readCustomersOrder(shop.db, uid, number);
    expect(receipt && paymentStatus(receipt, "en")).toBe("Paid");
    expect(receipt && returnSteps(receipt, { timeZone: "Europe/Oslo", locale: "en" }).map(({ name }) => name)).toEqual([
      "Refund failed",
    ]);
    await returnOrder(shop, number, owner);
    expect(await readWaiting(shop.db)).toMatchObject({ refundsDue: 1, failedRefunds: 1 });
    await refund();
    expect(await read()).toMatchObject({ state: "refunded", refundableCents: 0, failedRefunds: [] });
    expect(await readWaiting(shop.db)).toMatchObject({ refundsDue: 0, failedRefunds: 0 });
  });

  test("the failed refund of a cancelled order is listed until later refunds cover it", async () => {
    const { shop, stripe, number, read, refund, fail, listed } = await openPaidOrder();
    await refund(400);
    await cancelOrder(shop, number, owner);
    expect(await listed()).toEqual([]);
    await fail();
    expect(await listed()).toEqual([1500]);
    expect(await read()).toMatchObject({ state: "cancelled", closable: "failedRefund", refundedCents: 400 });
    await refund(600);
    expect(await listed()).toEqual([900]);
    stripe.mood.refundStatus = () => "pending";
    await refund(900);
    expect(await listed(), "it is on its way").toEqual([]);
    await fail();
    expect(await listed(), "and comes back").toEqual([900]);
    expect((await read()).failedRefunds).toMatchObject([{ amountCents: 900, lastError: "Expired" }]);
    stripe.mood.refundStatus = () => "succeeded";
    await refund();
    expect(await listed()).toEqual([]);
    expect((await read()).refundedCents).toBe(1900);
  });

  test("a refund made at Stripe's dashboard covers one that failed", async () => {
    const { shop, stripe, number, refund, fail, listed } = await openPaidOrder();
    await refund();
    await fail();
    expect(await listed()).toEqual([1900]);
    const reference = String(stripe.books.list("session")[0]?.payment_intent);
    const made = stripe.account.createRefund(new Map([["payment_intent", reference]]));
    const result = { state: "settled", externalId: made.id } as const;
    const event = { about: "refund", id: undefined, orderNumber: number, amountCents: 1900, result } as const;
    await applyRefundEvent(shop, "stripe", { ...event, reference } as never);
    expect(await listed()).toEqual([]);
  });

  test("a refund that Stripe declines for good is listed, unless nothing is left to refund", async () => {
    const { shop, stripe, refund, listed, read } = await openPaidOrder();
    stripe.mood.refundStatus = () => "failed";
    expect(await refund(700)).toMatchObject({ state: "failed" });
    await processDueRefunds(shop, new AbortController().signal);
    expect(await listed()).toEqual([700]);
    const { events } = await read();
    expect(events.at(-1)).toMatchObject({ step: "refundFailed", wasSettled: null });
    stripe.mood.refundStatus = () => "succeeded";
    await refund();
    expect(await listed()).toEqual([]);
  });

  test("an owner closes a failed refund with a reason, and may still refund it later", async () => {
    const { shop, number, read, refund, fail, listed } = await openPaidOrder();
    await expect(closeRefunds(shop, number, wish)).rejects.toThrow(RefundError);
    await refund(500);
    const { version } = await read();
    await fail();
    await expect(closeRefunds(shop, number, { ...wish, version })).rejects.toThrow(OrderChangedError);
    expect(await closeRefunds(shop, number, { ...wish, reason: "Paid in cash" })).toBe("failedRefund");
    expect(await listed()).toEqual([]);
    const { events, state } = await read();
    expect(events.at(-1)).toMatchObject({ step: "failedRefundClosed", actor: wish.actor, note: "Paid in cash" });
    expect(state).toBe("paid");
    await expect(closeRefunds(shop, number, wish)).rejects.toThrow("has no return or failed refund to close");
    await refund();
    expect(await read()).toMatchObject({ state: "refunded" });
  });

  test("a return that was refunded in part is closed with a reason, which its customer isn't shown", async () => {
    const { shop, uid, number, read, refund } = await openPaidOrder();
    await sendOrder(shop, number, { ...owner, ...parcel });
    await returnOrder(shop, number, owner);
    await refund(1500);
    expect(await readWaiting(shop.db)).toMatchObject({ refundsDue: 1 });
    expect(await runOnShop(shop, "refund", number, "--close", "--reason", "One cup was missing")).toBe(
      `Order ${number}: the return is closed without a further refund\n`,
    );
    expect(await readWaiting(shop.db)).toMatchObject({ refundsDue: 0 });
    expect((await findOrders(shop.db, { isRefundDue: true, sort: "newest", limit: 5 })).orders).toEqual([]);
    const order = await read();
    expect(order).toMatchObject({ state: "returned", refundedCents: 1500, closable: undefined });
    expect(order.events.at(-1)).toMatchObject({ step: "returnClosed", note: "One cup was missing" });
    expect(replayEvents(order.events)).toBe("returned");
    const receipt = await readCustomersOrder(shop.db, uid, number);
    expect(JSON.stringify(receipt && returnSteps(receipt, { timeZone: "Europe/Oslo", locale: "en" }))).not.toMatch(
      /closed|missing/,
    );
    await refund();
    expect(await read()).toMatchObject({ state: "refunded" });
    await expect(runOnShop(shop, "refund", number, "--close", "--reason", "Again")).rejects.toThrow(RefundError);
    await expect(runOnShop(shop, "refund", number, "5", "--close", "--reason", "Again")).rejects.toThrow("no amount");
  });
});
