import { onTestFinished } from "vitest";
import type { Engine } from "#database/connect.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { applyPaymentEvent } from "#shop/orders/payment/apply-payment-event.ts";
import { getProvider, startCheckout } from "#shop/orders/payment/payment.ts";
import { processDueCaptures } from "#shop/orders/payment-jobs.ts";
import { keepEventAddress, readEventKey } from "#shop/payments/event-addresses.ts";
import type { VippsSettings } from "#shop/payments/vipps-client.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "./catalogs.ts";
import { registerVerified } from "./customers.ts";
import { openTestShop } from "./open-test-shop.ts";
import { takeNew } from "./provider-books.ts";
import { setSettings } from "./set-settings.ts";
import { coffees } from "./stripe-shop.ts";
import type { VippsEvent } from "./vipps-account.ts";
import { openVippsStandIn, signVippsEvent, type VippsStandIn } from "./vipps-stand-in.ts";

const going = new AbortController().signal;

/** A shop in kroner that is paid by way of the stand-in for Vipps, and a customer. */
export async function openVippsShop(engine: Engine, changes: Partial<VippsSettings> = {}) {
  const vipps = await openVippsStandIn();
  onTestFinished(vipps.close);
  const { shop, ...rest } = await openTestShop(engine, { providers: { vipps: { ...vipps.settings, ...changes } } });
  await setSettings(shop, { currency: "NOK" });
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ price: 9.5 })]);
  await keepEventAddress(shop, getProvider(shop, "vipps"));
  /** Orders, and opens the page where the customer pays. @returns the order's number */
  const order = async () => {
    const number = await placeOrder(shop.db, uid, { ...coffees(), currency: "NOK" }, shop.now(), "vipps");
    await startCheckout(shop, number);
    return number;
  };
  /** @returns the number of an order whose customer has confirmed in the app */
  const orderAndPay = async () => {
    const number = await order();
    vipps.account.approve(number);
    await deliverVipps(shop, takeVippsEvents(vipps));
    return number;
  };
  return { shop, vipps, order, orderAndPay, ...rest };
}

/** The events since the last call. */
export function takeVippsEvents({ books }: VippsStandIn) {
  return takeNew(books, books.list("event"));
}

/** Hands events to the shop as they come over the web, one after the other. */
export async function deliverVipps(shop: Shop, events: VippsEvent[], signedAt = new Date()) {
  const key = await readEventKey(shop, "vipps");
  if (!key) throw new Error("The shop's address isn't registered");
  for (const event of events) {
    const { body, headers } = signVippsEvent(event, key, signedAt);
    const read = await getProvider(shop, "vipps").readEvent(body, new Headers(headers), new Date(), key);
    if (read) await applyPaymentEvent(shop, "vipps", read);
  }
}

/** Captures and releases what is due. */
export function runCaptures(shop: Shop) {
  return processDueCaptures(shop, going);
}

/** What Vipps has of an order, in øre. */
export function sumsAtVipps({ account }: VippsStandIn, number: string) {
  const { authorizedAmount, capturedAmount, cancelledAmount, refundedAmount } = account.find(number).aggregate;
  return {
    reserved: authorizedAmount.value - capturedAmount.value - cancelledAmount.value,
    captured: capturedAmount.value,
    released: cancelledAmount.value,
    refunded: refundedAmount.value,
  };
}
