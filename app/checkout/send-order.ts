import { href, redirect } from "react-router";
import { accountMessage, networkMessage } from "#shop/accounts/account-messages.ts";
import type { OrderAnswer } from "#web/answers.ts";
import { showToast } from "../page/toasts.ts";

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
 * Posts an order. What a gateway answers instead of the shop leaves open whether there is an order: "unavailable" says so.
 *
 * @param order as JSON
 * @throws a redirect when the session has ended, and what `fetch` throws
 */
export async function sendOrder(
  order: string,
): Promise<Exclude<OrderAnswer, { failure: string }> | { failure: OrderFailure }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/orders", { method: "POST", headers, body: order });
  // Gateways refuse a large body too, and then the shop got nothing.
  if (answer.status === 413) return { failure: "tooLarge" };
  const read = parseAnswer(await answer.text());
  if (!read) return { failure: "unavailable" };
  if (!("failure" in read)) return read;
  const { failure } = read;
  // The page asks for an email, or redirects to the sign-in.
  if (failure === "signedOut") {
    showToast({
      type: "warning",
      title: "You were signed out",
      text: "Your order wasn't placed. Please sign in again.",
    });
    throw redirect(href("/checkout"));
  }
  if (failure === "unverified") throw redirect(`${href("/verify-email")}?from=cart`);
  return { failure: failure === "notJson" ? "unexpected" : failure };
}

/** @returns undefined for anything that the shop doesn't answer */
function parseAnswer(text: string): OrderAnswer | undefined {
  try {
    const { orderNumber, problems, placed, errors, failure } = Object(JSON.parse(text));
    const isErrors = typeof errors === "object" && !Array.isArray(errors);
    const isFailure = ["signedOut", "unverified", "notJson"].includes(failure) || Object.hasOwn(failureTexts, failure);
    const isOurs = orderNumber || Array.isArray(problems) || placed?.orderNumber || isErrors || isFailure;
    return isOurs ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
