import type { Context, Handler } from "hono";
import { checkAttempts, countAttempt, TooManyAttemptsError } from "#shop/accounts/attempts.ts";
import { readViewer } from "#shop/accounts/viewer.ts";
import { isOutage } from "#shop/is-outage.ts";
import { type OrderForm, orderForm } from "#shop/orders/order-form.ts";
import {
  beginPayment,
  cancelUnpaidOrder,
  hasTooManyUnpaid,
  lookAtPayment,
  PaymentEndedError,
} from "#shop/orders/order-payment.ts";
import { CartOutdatedError, KeyUsedError, placeOrder } from "#shop/orders/place-order.ts";
import { findPlacedOrder } from "#shop/orders/placed-order.ts";
import { PaymentUnreachableError } from "#shop/payments/payment-provider.ts";
import type { Shop } from "#shop/shop.ts";
import { validate } from "#shop/validate.ts";
import type { OrderAnswer } from "#web/order-answer.ts";
import type { HttpEnv } from "../page-cache/page-cache.ts";
import type { NoteOutage } from "./outages.ts";
import { createTurns } from "./turns.ts";

type Outcome = [answer: OrderAnswer, status: 200 | 400 | 401 | 403 | 409 | 415 | 422 | 429 | 500 | 503];

/**
 * Answers `POST /orders`, whose body is an order as JSON (`orderForm`): 200 with its number; 400 for what is no order, 401 and 403 for who
 * isn't signed in or verified, 409 where the cart or the key is outdated, 415 for what isn't JSON, 422 for what can't be paid, 429 after too
 * many failures, 503 while database or payment provider can't be used, 500 when it could not be saved. Pages are React Router's; an order is none, and is taken without it in a
 * third of the time.
 */
export function takeOrder(shop: Shop, noteOutage: NoteOutage): Handler<HttpEnv> {
  const inTurn = createTurns();
  return async (context) => {
    const [answer, status] = await take(context).catch(outcomeOf);
    return context.json(answer, status);
  };

  async function take(context: Context<HttpEnv>): Promise<Outcome> {
    const { req } = context;
    if (!/^application\/json\s*(;|$)/i.test(req.header("content-type") ?? "")) return [{ failure: "notJson" }, 415];
    const { viewer, headers } = await readViewer(shop, req.raw.headers);
    for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
    if (!viewer) return [{ failure: "signedOut" }, 401];
    if (!viewer.emailVerified) return [{ failure: "unverified" }, 403];
    const body = await req.text().catch(() => undefined);
    if (body === undefined) return [{ failure: "notJson" }, 400];
    // One after the other, so that each finds the failures of those before it.
    return inTurn(viewer.uid, () => placeLimited(viewer.uid, body));
  }

  /** What fails is counted; an order that stands costs its shopper nothing. */
  async function placeLimited(uid: string, body: string): Promise<Outcome> {
    const limit = { limit: "failedOrderByAccount", by: uid } as const;
    await checkAttempts(shop.db, limit, shop.now());
    const outcome = await place(uid, body).catch(outcomeOf);
    // The page is read anew after this, and must say what delivery costs by now.
    if (outcome[1] === 409) await shop.followFacts();
    if (outcome[1] === 400 || outcome[1] === 409) await countAttempt(shop.db, [limit], shop.now());
    return outcome;
  }

  async function place(uid: string, body: string): Promise<Outcome> {
    const { values, errors } = validate(orderForm, parseJson(body));
    if (errors) return [{ errors }, 400];
    if (!shop.payments.hosted) return [{ orderNumber: await placeOrder(shop.db, uid, values, shop.now()) }, 200];
    const placed = await findPlacedOrder(shop.db, uid, values.checkoutKey);
    if (!placed && (await hasTooManyUnpaid(shop.db, uid))) return [{ failure: "tooMany" }, 429];
    const orderNumber = await replaceUnpaidOrder(uid, values);
    try {
      if (placed) await lookAtPlacedPayment(orderNumber);
      const payAt = await beginPayment(shop, orderNumber);
      return [{ orderNumber, ...(payAt && { payAt }) }, 200];
    } catch (error) {
      if (error instanceof PaymentEndedError || isOutage(error)) throw error;
      shop.log("Payment not begun", error);
      return [{ failure: "unavailable" }, 503];
    }
  }

  /** A customer who has paid isn't sent to the payment page again, though the provider's event is late. */
  async function lookAtPlacedPayment(orderNumber: string) {
    try {
      await lookAtPayment(shop, orderNumber);
    } catch (error) {
      if (isOutage(error)) throw error;
      shop.log("Payment not looked at", error);
    }
  }

  /** Places an order. One of other contents with the same key is cancelled first, unless the provider says that it is or may be paid. */
  async function replaceUnpaidOrder(uid: string, form: OrderForm) {
    const placeUnpaid = () => placeOrder(shop.db, uid, form, shop.now(), shop.payments.name);
    try {
      return await placeUnpaid();
    } catch (error) {
      if (!(error instanceof KeyUsedError)) throw error;
      const release = { actor: "customer", note: "Another purchase took its place", isTold: false };
      if (!(await cancelUnpaidOrder(shop, error.placed.orderNumber, release))) throw error;
      return placeUnpaid();
    }
  }

  function outcomeOf(error: unknown): Outcome {
    if (error instanceof CartOutdatedError) return [outdated(error), 409];
    if (error instanceof KeyUsedError) return [{ placed: error.placed }, 409];
    if (error instanceof PaymentEndedError) return [{ failure: "unpayable" }, 422];
    if (error instanceof TooManyAttemptsError) return [{ failure: "tooMany" }, 429];
    if (isOutage(error)) {
      noteOutage(error);
      return [{ failure: "unavailable" }, 503];
    }
    if (error instanceof PaymentUnreachableError) {
      shop.log("Unpaid order not replaced", error);
      return [{ failure: "unavailable" }, 503];
    }
    shop.log("Order not saved", error);
    return [{ failure: "unexpected" }, 500];
  }
}

function outdated({ problems, delivery }: CartOutdatedError): OrderAnswer {
  const { seenCents, terms } = delivery;
  return { problems, ...((seenCents > 0 || terms.priceCents > 0) && { delivery }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
