import { href, redirect } from "react-router";
import { accountMessage, networkMessage } from "#shop/accounts/account-messages.ts";
import type { OrderAnswer } from "#web/order-answer.ts";
import { unavailableStatuses } from "../frame/unavailable.ts";

/** Why an order was not made. One whose answer got lost may stand: its key finds it again. */
export const failureTexts = {
  network: networkMessage,
  unavailable:
    "The shop can't be reached right now. Your cart is still here; please try again. Nothing is ordered twice.",
  tooMany: accountMessage("TOO_MANY_REQUESTS"),
  tooLarge: "Your cart is too large for one order. Please order it in parts.",
  unpayable: "This purchase could not be paid, so nothing was ordered. Please try again.",
  unexpected: "Your order could not be saved. Nothing was ordered; please try again.",
};

export type OrderFailure = keyof typeof failureTexts;

/** The same beside the button, where it stays when the toast has gone. */
export const failureNotes: Record<OrderFailure, string> = {
  network: "No answer came. Look whether you are online, and press again: nothing is ordered twice.",
  unavailable: "Nothing was ordered so far. Press again in a moment: nothing is ordered twice.",
  tooMany: "Nothing was ordered. Wait a quarter of an hour before you press again.",
  tooLarge: "Nothing was ordered: take some lines out, and order them after this.",
  unpayable: "Nothing was ordered or paid. Press again, or write to us if this stays.",
  unexpected: "Nothing was ordered, and your cart is as it was. Press again, or write to us if this stays.",
};

/**
 * Posts an order.
 *
 * @param order as JSON
 * @throws a redirect when the session has ended meanwhile, and what `fetch` throws
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
