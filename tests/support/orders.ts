import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { CartOutdatedError, placeOrder } from "#shop/checkout/place-order.ts";
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
