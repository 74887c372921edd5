import { href, redirect } from "react-router";
import { accountMessage, networkMessage } from "#shop/accounts/account-messages.ts";
import type { OrderAnswer } from "#web/answers.ts";
import { unavailableStatuses } from "../frame/unavailable.ts";

/** Why an order wasn't confirmed, as a toast. After a lost answer the order may exist: its idempotency key finds it again. */
export const failureTexts = {
  network: networkMessage,
  unavailable:
    "We can't reach the shop right now. Your cart is still here. Please try again. We won't place your order twice.",
  currencyChanged: "Our prices are now in another currency. Reload the page and check your cart before you buy.",
  tooMany: accountMessage("TOO_MANY_REQUESTS"),
  tooLarge: "Your cart is too large for a single order. Please split it into several orders.",
  unpayable: "We couldn't take payment, so your order wasn't placed. Please try again.",
  unexpected: "We couldn't save your order, so it wasn't placed. Please try again.",
};

export type OrderFailure = keyof typeof failureTexts;

/** The same above the button, where it stays after the toast has gone. */
export const failureNotes: Record<OrderFailure, string> = {
  network: "We didn't get a response. Check your connection and try again. We won't place your order twice.",
  unavailable: "We couldn't confirm your order. Please try again in a moment. We won't place it twice.",
  currencyChanged:
    "Your order wasn't placed because our prices are now in another currency. Reload the page to see them.",
  tooMany: "Your order wasn't placed. Please wait at least 15 minutes before you try again.",
  tooLarge: "Your order wasn't placed. Remove some items and order them separately.",
  unpayable: "Your order wasn't placed and you weren't charged. Try again, or contact us if the problem continues.",
  unexpected:
    "Your order wasn't placed, and your cart hasn't changed. Try again, or contact us if the problem continues.",
};

/**
 * Posts an order.
 *
 * @param order as JSON
 * @throws a redirect when the session has ended, and what `fetch` throws
 */
export async function sendOrder(
  order: string,
): Promise<Exclude<OrderAnswer, { failure: string }> | { failure: OrderFailure }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/orders", { method: "POST", headers, body: order });
  switch (answer.status) {
    case 200:
    case 400:
    case 409:
      return answer.json();
    case 401:
      throw redirect(`${href("/sign-in")}?from=cart`);
    case 403:
      throw redirect(`${href("/verify-email")}?from=cart`);
    case 413:
      return { failure: "tooLarge" };
    case 422:
      return { failure: "unpayable" };
    case 429:
      return { failure: "tooMany" };
    default:
      return { failure: unavailableStatuses.includes(answer.status) ? "unavailable" : "unexpected" };
  }
}
