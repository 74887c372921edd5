import type { Context, Handler } from "hono";
import { checkOut } from "#shop/checkout/check-out.ts";
import type { CheckoutAnswer, Refusal } from "#shop/checkout/checkout-answer.ts";
import { orderForm } from "#shop/checkout/order-form.ts";
import type { Shop } from "#shop/shop.ts";
import type { OrderAnswer } from "#web/answers.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import type { AddressOf } from "./client-address.ts";
import { readPosted, readUser } from "./read-request.ts";

type Response = [answer: OrderAnswer, status: 200 | 401 | 403 | 415 | (typeof statuses)[Refusal["reason"]]];

/**
 * `POST /orders` with an order as JSON (`orderForm`): 200 with its number, 400 for an invalid order, 401 for visitors, 403 before the email is
 * verified, 409 when the cart is outdated, a choice isn't offered any more or the idempotency key was used, 415 for other content types, 422
 * when it can't be paid, 429 after too many failures, 503 while the database or the provider is unavailable, 500 otherwise. Without React
 * Router it takes a third of the time. See docs/decisions/0025.
 */
export function takeOrder(shop: Shop, addressOf: AddressOf): Handler<HttpEnv> {
  return async (context) => context.json(...(await answer(context)));

  async function answer(context: Context<HttpEnv>): Promise<Response> {
    const type = context.req.header("content-type") ?? "";
    if (!/^application\/json\s*(;|$)/i.test(type)) return [{ failure: "notJson" }, 415];
    const user = await readUser(shop, context);
    if (!user) return [{ failure: "signedOut" }, 401];
    if (!user.emailVerified) return [{ failure: "unverified" }, 403];
    const posted = await readPosted(context, orderForm);
    if (!posted) return [{ failure: "notJson" }, 400];
    return describe(await checkOut(shop, { userId: user.uid, address: addressOf(context) }, posted));
  }
}

function describe(answer: CheckoutAnswer): Response {
  switch (answer.outcome) {
    case "placed":
      return [{ orderNumber: answer.orderNumber, ...(answer.payAt && { payAt: answer.payAt }) }, 200];
    case "outdated":
      return [answer.cart, 409];
    case "refused":
      return [describeRefusal(answer.refusal), statuses[answer.refusal.reason]];
  }
}

const statuses = {
  invalid: 400,
  changed: 409,
  unpaidLimit: 409,
  keyUsed: 409,
  currencyChanged: 409,
  signedOut: 401,
  tooLittle: 422,
  unpayable: 422,
  tooMany: 429,
  unexpected: 500,
  unavailable: 503,
} as const satisfies Record<Refusal["reason"], number>;

function describeRefusal(refusal: Refusal): OrderAnswer {
  if ("errors" in refusal) return { errors: refusal.errors };
  return "placed" in refusal ? { placed: refusal.placed } : { failure: refusal.reason };
}
