import { expect, onTestFinished, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { runDueJobs } from "../jobs/run-job.ts";
import { createJobWorker, reschedule } from "../jobs/worker.ts";
import { createJobHandlers } from "../open/job-handlers.ts";
import type { Shop } from "../shop.ts";
import { startCheckout, syncPayment } from "./payment/payment.ts";
import { refundOrder } from "./payment/refund.ts";
import { staff } from "./state/events.ts";
import { readOrders } from "./views/read-order.ts";

/** A shop with an order whose customer is on the payment page; two minutes later it is looked at by itself. */
async function openWithBegunOrder() {
  const stripe = await openStripeStandIn();
  onTestFinished(stripe.close);
  const { shop, announced } = await openTestShop("sqlite", { providers: { stripe: stripe.settings } });
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord()]);
  const begin = async () => {
    const orderNumber = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "stripe");
    await startCheckout(shop, orderNumber);
    return orderNumber;
  };
  const orderNumber = await begin();
  const pay = () => stripe.books.list("session").map(({ id }) => stripe.account.pay(id));
  const later: Shop = { ...shop, now: () => new Date(Date.now() + 2 * 60_000) };
  return { shop, stripe, announced, begin, pay, orderNumber, later };
}

function startableWorker(shop: Shop) {
  return createJobWorker({ ...shop, handlers: createJobHandlers(shop) });
}

async function stepsOf({ db }: Shop) {
  return (await readOrders(db)).map(({ events }) => events.map(({ step }) => step).join(" ")).toSorted();
}

test("the worker syncs unpaid orders from its start until it stops", async () => {
  const { shop, later, begin, pay } = await openWithBegunOrder();
  pay();
  const worker = startableWorker(later);
  expect(await stepsOf(shop)).toEqual([""]);
  worker.start();
  await expect.poll(() => stepsOf(shop)).toEqual(["paid"]);
  await worker.stop();
  await begin();
  pay();
  worker.start();
  await worker.stop();
  expect(await stepsOf(shop)).toEqual(["", "paid"]);
});

test("a payment that can't be synced delays no refund, and is logged", async () => {
  const { shop, stripe, announced, begin, pay, orderNumber, later } = await openWithBegunOrder();
  pay();
  await syncPayment(shop, orderNumber);
  stripe.troubles.push("unavailable", "unavailable");
  await refundOrder(shop, orderNumber, { reason: "A dent", actor: staff("owner@example.com") });
  await begin();
  stripe.troubles.push("unavailable");
  const handlers = createJobHandlers(later);
  await reschedule(shop.db, handlers, later.now());
  expect(await runDueJobs({ ...later, handlers }, "duePayments")).toBe(false);
  expect(await runDueJobs({ ...later, handlers }, "dueRefunds")).toBe(true);
  expect(await stepsOf(shop)).toEqual(["", "paid refunded"]);
  expect(announced.join()).toContain("Payments not synced");
  expect(announced.join()).not.toContain("Refunds not processed");
});

test("a refund in Stripe's dashboard whose event got lost is booked in the background", async () => {
  const { shop, stripe, pay, orderNumber, later } = await openWithBegunOrder();
  pay();
  await syncPayment(shop, orderNumber);
  const [{ payment_intent } = {}] = stripe.books.list("session");
  stripe.account.createRefund(new Map([["payment_intent", String(payment_intent)]]));
  const worker = startableWorker(later);
  worker.start();
  await expect.poll(() => stepsOf(shop)).toEqual(["paid refunded"]);
  await worker.stop();
});

test("a shop whose own checkout takes the cards leaves alone what a provider that it had before holds", async () => {
  const { later } = await openWithBegunOrder();
  const { shop: other } = await openTestShop("sqlite");
  const readPayments = () => later.db.selectFrom("payments").selectAll().execute();
  const before = await readPayments();
  const worker = startableWorker({ ...later, payments: other.payments });
  worker.start();
  await worker.stop();
  expect(await readPayments()).toEqual(before);
});
