import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#database/schema.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { CartOutdatedError, placeOrder } from "#shop/checkout/place-order.ts";
import { type OrderEvent, system } from "#shop/orders/state/events.ts";
import { addUp } from "#shop/orders/sums.ts";
import type { OrderDetails } from "#shop/orders/views/read-order.ts";
import type { PlainBrowser } from "./plain-browser.ts";

/** What `catalogRecord` costs. */
const usualPriceCents = 950;

/** A checkout of so many pieces of each product, by its id. A pair also gives the price that the shopper saw. */
export function orderOf(
  cart: [id: string, quantity: number, priceCents?: number][],
  checkoutKey: string = randomUUID(),
): OrderForm {
  return {
    paymentMethod: "visa",
    billingAddress: "Storgata 1, 0155 Oslo",
    checkoutKey,
    lines: cart.map(([id, quantity, priceCents = usualPriceCents]) => ({ id, quantity, priceCents })),
    deliveryCents: 0,
  };
}

/** Places an order now. @returns its number, or what is wrong with which lines */
export async function tryToOrder(db: Database, userId: string, form: OrderForm) {
  try {
    return await placeOrder(db, userId, form, new Date());
  } catch (error) {
    if (error instanceof CartOutdatedError) return error.problems;
    throw error;
  }
}

/** Places an order over the web, in the browser of a verified customer. @returns its number. @throws without one */
export async function orderOverWeb(browser: PlainBrowser, form: OrderForm) {
  const answer = await browser.sendJson("/orders", form);
  const text = await answer.text();
  const { orderNumber } = answer.ok ? JSON.parse(text) : {};
  if (!orderNumber) throw new Error(`The order was answered with ${answer.status}: ${text}`);
  return orderNumber;
}

/** An order of 19.00 as it is read: paid, with nothing beyond it, and with the given fields changed. */
export function orderDetailsOf(changes: Partial<OrderDetails> = {}): OrderDetails {
  const { paymentMethod, billingAddress } = orderOf([]);
  return {
    ...{ orderNumber: "ABCDEFGHIJ", state: "paid", createdAt: 0, currency: "USD", paymentMethod, billingAddress },
    ...addUp([{ priceCents: 1900, quantity: 1 }], {}),
    ...{
      deliveryDays: 3,
      deliveryDaysFrom: null,
      deliveryName: null,
      isPickup: 0,
      pickup: null,
      country: null,
      zipCode: null,
    },
    ...{ vatKind: null, vatScheme: null, paymentReference: null, dueOn: null, creditedCents: 0 },
    ...{ deliveryAddress: null, billingName: null, billingCountry: null, billingZipCode: null },
    ...{
      discountCode: null,
      customerNote: null,
      giftMessage: null,
      company: null,
      vatNumber: null,
      recipientName: "Ada Lovelace",
      recipientPhone: null,
    },
    ...{
      lines: [],
      events: [],
      refundedCents: 0,
      paymentProvider: "manual",
      dueCents: 0,
      returns: [],
      payUntil: null,
      isProcessing: false,
    },
    ...changes,
  };
}

/** What happened to an order, without any details but the given ones. */
export function orderEventOf(step: OrderTransition, details: Partial<OrderEvent> = {}): OrderEvent {
  return {
    ...{ position: 1, step, createdAt: 0, actor: system, amountCents: null, note: null, carrier: null },
    ...{
      tracking: null,
      wasSettled: null,
      productId: null,
      quantity: null,
      isRestocked: null,
      items: null,
      returnId: null,
    },
    ...details,
  };
}
