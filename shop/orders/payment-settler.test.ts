import { expect, onTestFinished, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { openStripeStandIn } from "../../tests/support/stripe-stand-in.ts";
import type { Shop } from "../shop.ts";
import { beginPayment, lookAtPayment } from "./order-payment.ts";
import { createPaymentSettler } from "./payment-settler.ts";
import { placeOrder } from "./place-order.ts";
import { readOrders } from "./read-order.ts";
import { refundOrder } from "./refund-order.ts";

/** A shop with an order whose customer is on the payment page; two minutes later it is looked at by itself. */
async function openWithBegunOrder() {
  const stripe = await openStripeStandIn();
  onTestFinished(stripe.close);
  const { shop, announced } = await openTestShop("sqlite", { stripe: stripe.settings });
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord()]);
  const begin = async () => {
    const orderNumber = await placeOrder(shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "stripe");
    await beginPayment(shop, orderNumber);
    return orderNumber;
  };
  const orderNumber = await begin();
  const pay = () => stripe.books.list("session").map(({ id }) => stripe.account.pay(id));
  const later: Shop = { ...shop, now: () => new Date(Date.now() + 2 * 60_000) };
  return { shop, stripe, announced, begin, pay, orderNumber, later };
}

async function stepsOf({ db }: Shop) {
  return (await readOrders(db)).map(({ events }) => events.map(({ step }) => step).join(" ")).toSorted();
}

test("payments that nobody waits for are looked at from the start until it is stopped", async () => {
  const { shop, later, begin, pay } = await openWithBegunOrder();
  pay();
  const settler = createPaymentSettler(later);
  expect(await stepsOf(shop)).toEqual([""]);
  settler.start();
  await expect.poll(() => stepsOf(shop)).toEqual(["paid"]);
  await settler.stop();
  await begin();
  pay();
  settler.start();
  await settler.stop();
  expect(await stepsOf(shop)).toEqual(["", "paid"]);
});

test("a payment that can't be looked at keeps no money from going back, and the log says so", async () => {
  const { shop, stripe, announced, begin, pay, orderNumber, later } = await openWithBegunOrder();
  pay();
  await lookAtPayment(shop, orderNumber);
  stripe.troubles.push("unavailable", "unavailable");
  await refundOrder(shop, orderNumber, { reason: "A dent", actor: "owner@example.com" });
  await begin();
  stripe.troubles.push("unavailable");
  const settler = createPaymentSettler(later);
  settler.start();
  await expect.poll(() => stepsOf(shop)).toEqual(["", "paid refunded"]);
  await settler.stop();
  expect(announced.join()).toContain("Payments not looked at");
  expect(announced.join()).not.toContain("Refunds not paid back");
});

test("a refund in Stripe's dashboard whose event got lost is booked in the background", async () => {
  const { shop, stripe, pay, orderNumber, later } = await openWithBegunOrder();
  pay();
  await lookAtPayment(shop, orderNumber);
  const [{ payment_intent } = {}] = stripe.books.list("session");
  stripe.account.createRefund(new Map([["payment_intent", String(payment_intent)]]));
  const settler = createPaymentSettler(later);
  settler.start();
  await expect.poll(() => stepsOf(shop)).toEqual(["paid refunded"]);
  await settler.stop();
});

test("a shop whose own checkout takes the cards leaves alone what a provider that it had before holds", async () => {
  const { later } = await openWithBegunOrder();
  const { shop: other } = await openTestShop("sqlite");
  const readPayments = () => later.db.selectFrom("payments").selectAll().execute();
  const before = await readPayments();
  const settler = createPaymentSettler({ ...later, payments: other.payments });
  settler.start();
  await settler.stop();
  expect(await readPayments()).toEqual(before);
});
