import { onTestFinished } from "vitest";
import type { Engine } from "#database/connect.ts";
import type { OrderTransition } from "#database/schema.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { applyPaymentEvent } from "#shop/orders/payment/apply-payment-event.ts";
import { applyPaymentResult, getProvider, readPurchase, startCheckout } from "#shop/orders/payment/payment.ts";
import { staff } from "#shop/orders/state/events.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { openPayments } from "#shop/payments/registry.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "./catalogs.ts";
import { registerVerified } from "./customers.ts";
import { sendDueMails } from "./due-jobs.ts";
import { openTestShop } from "./open-test-shop.ts";
import { orderOf } from "./orders.ts";
import { takeNew } from "./provider-books.ts";
import type { StripeEvent } from "./stripe-samples.ts";
import { openStripeStandIn, type StripeStandIn, signEvent } from "./stripe-stand-in.ts";

export const owner = staff("owner@example.com");

/** 2 pieces of what costs 9.50 and of which there are 40. */
export const coffees = () => orderOf([["coffee", 2]]);

/** A shop that is paid by way of the stand-in, and a customer. */
export async function openStripeShop(engine: Engine, price = 9.5) {
  const stripe = await openStripeStandIn();
  onTestFinished(stripe.close);
  const { shop, announced, readMails } = await openTestShop(engine, { providers: { stripe: stripe.settings } });
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ price })]);
  const place = (form = coffees()) => placeOrder(shop.db, uid, form, shop.now(), "stripe");
  /** Sends all mails. @returns the recipients and subjects of those about an order, in alphabetical order */
  const readSubjects = async () => {
    await sendDueMails(after(shop, 60));
    const subjects = (await readMails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`);
    return subjects.filter((subject) => subject.includes("order")).toSorted();
  };
  return { shop, uid, stripe, place, announced, readMails, readSubjects };
}

/** The same with an order whose customer is on the payment page. */
export async function openStripeOrder(engine: Engine) {
  const opened = await openStripeShop(engine);
  const number = await opened.place();
  await startCheckout(opened.shop, number);
  return { ...opened, number, sessionId: onlySession(opened.stripe).id };
}

/** The same, paid. */
export async function openPaidStripeOrder(engine: Engine) {
  const opened = await openStripeOrder(engine);
  opened.stripe.account.pay(opened.sessionId);
  await deliver(opened.shop, takeEvents(opened.stripe));
  return opened;
}

/** Has an order paid by Stripe, in a shop that need not reach it. */
export async function markPaidByStripe(shop: Shop, createdFor: string) {
  const stripe = { secretKey: "sk_test_1", webhookSecret: "whsec_1", apiUrl: undefined };
  const { totalCents: amountCents } = await readPurchase(shop, createdFor);
  const outcome = { state: "settled", reference: `pi_${createdFor}` } as const;
  const terms = { amountCents, currency: "usd", mode: "test" } as const;
  const result = { externalId: `cs_${createdFor}`, createdFor, ...terms, outcome };
  const payments = await openPayments({ stripe });
  await applyPaymentResult({ ...shop, payments }, createdFor, { provider: "stripe", result });
}

export function onlySession({ books }: StripeStandIn) {
  const [session, ...others] = books.list("session");
  if (!session || others.length > 0) throw new Error(`There are ${others.length} sessions more than one`);
  return session;
}

/** The events since the last call. */
export function takeEvents({ books }: StripeStandIn) {
  return takeNew(books, books.list("event"));
}

/** Hands events to the shop as they come over the web, one after the other. @param provider whose address they come to */
export async function deliver(shop: Shop, events: StripeEvent[], provider = "stripe") {
  for (const event of events) {
    const body = JSON.stringify(event);
    const headers = new Headers({ "stripe-signature": signEvent(body) });
    const read = await getProvider(shop, provider).readEvent(body, headers, new Date());
    if (read) await applyPaymentEvent(shop, provider, read);
  }
}

/** The same shop, so many minutes later. */
export function after(shop: Shop, minutes: number): Shop {
  return { ...shop, now: () => new Date(Date.now() + minutes * 60_000) };
}

/** The same event of another type, about the same object with changes. */
export function changed(event: StripeEvent | undefined, type: string, changes: object): StripeEvent {
  if (!event) throw new Error("There is no event");
  return { ...event, id: `${event.id}_changed`, type, data: { object: { ...event.data.object, ...changes } } };
}

export function refundOf(amountCents?: number) {
  return { amountCents, reason: "It was broken", actor: owner };
}

export async function readOrder({ db }: Shop) {
  const [order] = await readOrders(db);
  if (!order) throw new Error("There is no order");
  return order;
}

export async function stepsOf(shop: Shop): Promise<OrderTransition[]> {
  return (await readOrder(shop)).events.map(({ step }) => step);
}

export async function stockOf({ db }: Shop) {
  return (await readProduct(db, "coffee"))?.stock;
}

/** Refunds a part of an order's payment in Stripe's dashboard. */
export function refundInDashboard({ account, books }: StripeStandIn, sessionId: string, amount: number) {
  const reference = String(account.findSession(sessionId).payment_intent);
  const given = [
    ["payment_intent", reference],
    ["amount", String(amount)],
  ] as const;
  return books.atOnce(() => account.createRefund(new Map(given)));
}
