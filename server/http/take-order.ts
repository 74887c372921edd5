import type { Context, Handler } from "hono";
import { readSession } from "#shop/accounts/session-user.ts";
import { AreaInvalidError, DeliveryRefusedError } from "#shop/checkout/choose-delivery.ts";
import { type OrderForm, orderForm } from "#shop/checkout/order-form.ts";
import { CartOutdatedError, CurrencyChangedError, placeOrder } from "#shop/checkout/place-order.ts";
import { findPlacedOrder, IdempotencyConflictError } from "#shop/checkout/placed-order.ts";
import { describeUnpaidLimit, UnpaidLimitError } from "#shop/checkout/unpaid-orders.ts";
import { DiscountRefusedError, refusalMessage } from "#shop/discounts/discount-refusal.ts";
import { type Guesser, limitGuesses } from "#shop/discounts/limit-guesses.ts";
import { isOutage } from "#shop/errors.ts";
import { parseJson } from "#shop/files/json-bounds.ts";
import { validate } from "#shop/forms/validate.ts";
import { checkRateLimit, consumeRateLimit, RateLimitError } from "#shop/limits/rate-limits.ts";
import { cancelUnpaidOrder } from "#shop/orders/cancel-order.ts";
import { paysOffline } from "#shop/orders/payment/offline-payment.ts";
import { PaymentEndedError, startCheckout, syncPayment } from "#shop/orders/payment/payment.ts";
import { offlineMethod } from "#shop/orders/payment-method.ts";
import { addUp } from "#shop/orders/sums.ts";
import { leastAmountProblem } from "#shop/payments/least-amount.ts";
import { manualPayments, PaymentUnreachableError } from "#shop/payments/provider.ts";
import type { Shop } from "#shop/shop.ts";
import type { OrderAnswer } from "#web/answers.ts";
import type { HttpEnv } from "../page-cache/page-cache.ts";
import type { AddressOf } from "./client-address.ts";

type Outcome = [answer: OrderAnswer, status: 200 | 400 | 401 | 403 | 409 | 415 | 422 | 429 | 500 | 503];

/**
 * `POST /orders` with an order as JSON (`orderForm`): 200 with its number, 400 for an invalid order, 401 for visitors, 403 before the
 * email is verified, 409 when the cart is outdated, the discount code can't be used or the idempotency key was used, 415 for other content types, 422 when it can't be paid,
 * 429 after too many failures, 503 while the database or the provider is unavailable, 500 otherwise. Without React Router it takes a third of the time.
 * See docs/decisions/0025.
 */
export function takeOrder(shop: Shop, addressOf: AddressOf): Handler<HttpEnv> {
  const runExclusive = createKeyedMutex();
  return async (context) => {
    const [answer, status] = await take(context).catch(outcomeOf);
    return context.json(answer, status);
  };

  async function take(context: Context<HttpEnv>): Promise<Outcome> {
    const { req } = context;
    if (!/^application\/json\s*(;|$)/i.test(req.header("content-type") ?? "")) return [{ failure: "notJson" }, 415];
    const { user, headers } = await readSession(shop, req.raw.headers);
    for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
    if (!user) return [{ failure: "signedOut" }, 401];
    if (!user.emailVerified) return [{ failure: "unverified" }, 403];
    const body = await req.text().catch(() => undefined);
    if (body === undefined) return [{ failure: "notJson" }, 400];
    // One at a time for each customer, so that each counts the failures before it.
    const customer = { userId: user.uid, address: addressOf(context) };
    return runExclusive(user.uid, () => placeLimited(customer, body));
  }

  /** Limits failures only: a placed order doesn't count. See docs/decisions/0062. */
  async function placeLimited(customer: Guesser, body: string): Promise<Outcome> {
    const limit = { limit: "failedOrderByAccount", by: customer.userId } as const;
    await checkRateLimit(shop.db, limit, shop.now());
    let isFailure = true;
    const outcome = await place(customer, body).catch((error) => {
      // A customer who has to pay or cancel an order first may try again right after it.
      isFailure = !(error instanceof UnpaidLimitError);
      return outcomeOf(error);
    });
    // The checkout page reloads after this, and must show the current delivery cost.
    if (outcome[1] === 409) await shop.refreshSettings();
    if (isFailure && (outcome[1] === 400 || outcome[1] === 409)) await consumeRateLimit(shop.db, [limit], shop.now());
    return outcome;
  }

  async function place(customer: Guesser, body: string): Promise<Outcome> {
    const { values, errors } = validate(orderForm, jsonIn(body));
    if (errors) return [{ errors }, 400];
    const placeIt = () => placeValid(customer.userId, values);
    return values.discountCode ? limitGuesses(shop, customer, placeIt) : placeIt();
  }

  async function placeValid(uid: string, values: OrderForm): Promise<Outcome> {
    const isOffline = paysOffline(shop);
    if (isOffline !== (values.paymentMethod === offlineMethod.value)) {
      return [{ errors: { paymentMethod: "The ways to pay have changed. Please choose again" } }, 409];
    }
    if (!shop.payments.hasCheckout) {
      const provider = isOffline ? manualPayments.name : undefined;
      const orderNumber = await placeOrder(shop.db, uid, values, shop.now(), provider, shop.settings);
      return [{ orderNumber }, 200];
    }
    const { totalCents } = addUp(values.lines, values);
    const tooSmall = leastAmountProblem(shop.payments, totalCents, shop.settings.currency);
    if (tooSmall) return [{ errors: { paymentMethod: tooSmall } }, 422];
    const placed = await findPlacedOrder(shop.db, uid, values.checkoutKey);
    const orderNumber = await replaceUnpaidOrder(uid, values);
    try {
      if (placed) await lookAtPlacedPayment(orderNumber);
      const payAt = await startCheckout(shop, orderNumber);
      return [{ orderNumber, ...(payAt && { payAt }) }, 200];
    } catch (error) {
      if (error instanceof PaymentEndedError || isOutage(error)) throw error;
      shop.log("Payment not started", error);
      return [{ failure: "unavailable" }, 503];
    }
  }

  /** The provider's event may be late: a customer who has paid isn't sent to the payment page again. */
  async function lookAtPlacedPayment(orderNumber: string) {
    try {
      await syncPayment(shop, orderNumber);
    } catch (error) {
      if (isOutage(error)) throw error;
      shop.log("Payment not looked at", error);
    }
  }

  /** Places an order. An unpaid one with the same key and other contents is cancelled first, unless the provider says that it may be paid. */
  async function replaceUnpaidOrder(uid: string, form: OrderForm) {
    const placeUnpaid = () => placeOrder(shop.db, uid, form, shop.now(), shop.payments.name, shop.settings);
    try {
      return await placeUnpaid();
    } catch (error) {
      if (!(error instanceof IdempotencyConflictError)) throw error;
      const actor = { type: "customer", id: uid } as const;
      const voiding = { actor, note: "Replaced by a newer order", notifyCustomer: false };
      if (!(await cancelUnpaidOrder(shop, error.placed.orderNumber, voiding))) throw error;
      return placeUnpaid();
    }
  }

  function outcomeOf(error: unknown): Outcome {
    if (error instanceof CartOutdatedError) return [outdated(error), 409];
    if (error instanceof AreaInvalidError) return [{ errors: error.errors }, 400];
    if (error instanceof DeliveryRefusedError) return [{ errors: error.errors }, 409];
    if (error instanceof DiscountRefusedError) {
      return [{ errors: { discountCode: refusalMessage(error.refusal, shop.settings.currency) } }, 409];
    }
    if (error instanceof IdempotencyConflictError) return [{ placed: error.placed }, 409];
    if (error instanceof CurrencyChangedError) return [{ failure: "currencyChanged" }, 409];
    if (error instanceof PaymentEndedError) return [{ failure: "unpayable" }, 422];
    if (error instanceof UnpaidLimitError) {
      return [{ errors: { paymentMethod: describeUnpaidLimit(error, shop.settings.currency) } }, 409];
    }
    if (error instanceof RateLimitError) return [{ failure: "tooMany" }, 429];
    if (isOutage(error)) throw error;
    if (error instanceof PaymentUnreachableError) {
      shop.log("Unpaid order not replaced", error);
      return [{ failure: "unavailable" }, 503];
    }
    shop.log("Order not saved", error);
    return [{ failure: "unexpected" }, 500];
  }
}

function outdated({ problems, sums: { seen, current, delivery: option, discount } }: CartOutdatedError): OrderAnswer {
  const { priceCents, freeFromCents, days } = option;
  const terms = { priceCents, freeFromCents, days };
  const delivery = { seenCents: seen.deliveryCents, costCents: current.deliveryCents, terms };
  return {
    problems,
    ...((seen.deliveryCents > 0 || terms.priceCents > 0) && { delivery }),
    ...(discount && { discount: { seenCents: seen.discountCents, terms: discount } }),
  };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Runs work that shares a key one after the other, and all other work at once. */
function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();
  return async function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key);
    const run = before ? before.then(work, work) : work();
    last.set(key, run);
    try {
      return await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}
