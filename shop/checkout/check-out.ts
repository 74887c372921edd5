import { type Guesser, limitGuesses } from "../discounts/limit-guesses.ts";
import { isOutage } from "../errors.ts";
import type { Validated } from "../forms/validate.ts";
import { aheadOfJobs } from "../jobs/give-way.ts";
import { checkRateLimit, consumeRateLimit } from "../limits/rate-limits.ts";
import { cancelUnpaidOrder } from "../orders/cancel-order.ts";
import { PaymentEndedError, readPayment, startCheckout, syncPayment } from "../orders/payment/payment.ts";
import { findProvider, waysToPay } from "../orders/payment/ways-to-pay.ts";
import { offlineMethod } from "../orders/payment-method.ts";
import { addUp } from "../orders/sums.ts";
import { leastAmountProblem } from "../payments/least-amount.ts";
import { manualProvider, type PaymentProvider } from "../payments/provider.ts";
import type { Shop } from "../shop.ts";
import { noteUnavailable } from "../unavailable.ts";
import { checkCompany } from "./check-company.ts";
import { answerError, type CheckoutAnswer, isFailure, isStale, type Refusal } from "./checkout-answer.ts";
import type { OrderForm } from "./order-form.ts";
import { placeOrder } from "./place-order.ts";
import { findPlacedOrder, IdempotencyConflictError } from "./placed-order.ts";
import { releaseAbandonedOrder, UnpaidLimitError } from "./unpaid-orders.ts";

type CheckoutContext = Pick<Shop, "db" | "settings" | "refreshSettings" | "payments" | "log" | "now">;

const runExclusive = createKeyedMutex();

/**
 * Takes an order that a checkout posted: places it, and starts its payment where a provider's page takes payments. See docs/decisions/0198.
 *
 * @param customer who orders; their email is verified
 * @param posted by `orderForm`: invalid orders count as failures
 * @throws outages of the database, and nothing else
 */
export function checkOut(shop: CheckoutContext, customer: Guesser, posted: Validated<OrderForm>) {
  // One at a time for each customer, so that each counts the failures before it.
  return runExclusive(customer.userId, () =>
    aheadOfJobs(() => placeLimited(shop, customer, posted)).catch((error) => answerError(shop, error)),
  );
}

/** Limits failures only: a placed order doesn't count. See docs/decisions/0062. */
async function placeLimited(shop: CheckoutContext, customer: Guesser, posted: Validated<OrderForm>) {
  const limit = { limit: "failedOrderByAccount", by: customer.userId } as const;
  await checkRateLimit(shop.db, limit, shop.now());
  const answer = await placePosted(shop, customer, posted).catch((error) => answerError(shop, error));
  // The checkout page reloads after this, and must show the current delivery cost.
  if (isStale(answer)) await shop.refreshSettings();
  if (isFailure(answer)) await consumeRateLimit(shop.db, [limit], shop.now());
  return answer;
}

async function placePosted(
  shop: CheckoutContext,
  customer: Guesser,
  { values, errors }: Validated<OrderForm>,
): Promise<CheckoutAnswer> {
  if (errors) return refuse({ reason: "invalid", errors });
  const checked = await checkCompany(shop, customer.userId, values);
  if ("errors" in checked) return refuse({ reason: "invalid", errors: checked.errors });
  const place = () => placeAndPay(shop, customer.userId, checked.form);
  return values.discountCode ? limitGuesses(shop, customer, place) : place();
}

async function placeAndPay(shop: CheckoutContext, userId: string, form: OrderForm): Promise<CheckoutAnswer> {
  const { paymentMethod: method } = form;
  const payer = findProvider(shop, method);
  if (payer) return placeAndStartPayment(shop, payer, userId, form);
  if (!waysToPay(shop).some(({ value }) => value === method)) {
    const errors = { paymentMethod: "The ways to pay have changed. Please choose again" };
    return refuse({ reason: "changed", errors });
  }
  const provider = method === offlineMethod.value ? manualProvider : undefined;
  const orderNumber = await replaceUnpaidOrder(shop, provider, userId, form);
  return { outcome: "placed", orderNumber };
}

async function placeAndStartPayment(
  shop: CheckoutContext,
  provider: PaymentProvider,
  userId: string,
  form: OrderForm,
): Promise<CheckoutAnswer> {
  const { totalCents } = addUp(form.lines, form);
  const tooLittle = leastAmountProblem(provider, totalCents, shop.settings);
  if (tooLittle) return refuse({ reason: "tooLittle", errors: { paymentMethod: tooLittle } });
  const placed = await findPlacedOrder(shop.db, userId, form.checkoutKey);
  const orderNumber = await placeForProvider(shop, provider, userId, form);
  try {
    if (placed) await syncPlacedPayment(shop, orderNumber);
    return { outcome: "placed", orderNumber, payAt: await startCheckout(shop, orderNumber) };
  } catch (error) {
    if (error instanceof PaymentEndedError || isOutage(error)) throw error;
    shop.log("Payment not started", error);
    noteUnavailable("payment_provider");
    return refuse({ reason: "unavailable" });
  }
}

function refuse(refusal: Refusal): CheckoutAnswer {
  return { outcome: "refused", refusal };
}

/** Places an order that a provider's page takes the payment of. Where too many of the customer's wait there, the oldest makes room. See docs/decisions/0314. */
async function placeForProvider(shop: CheckoutContext, { name }: PaymentProvider, userId: string, form: OrderForm) {
  const place = () => replaceUnpaidOrder(shop, name, userId, form);
  try {
    return await place();
  } catch (error) {
    if (!(error instanceof UnpaidLimitError && (await releaseAbandonedOrder(shop, userId)))) throw error;
    return place();
  }
}

/** The provider's event may be late: a customer who has paid isn't sent to the payment page again. */
async function syncPlacedPayment(shop: CheckoutContext, orderNumber: string) {
  try {
    await syncPayment(shop, orderNumber);
  } catch (error) {
    if (isOutage(error)) throw error;
    shop.log("Payment not looked at", error);
  }
}

/**
 * Places an order. An unpaid one with the same key and other contents is cancelled first, unless the provider says that it may be paid. One that is paid
 * outside the shop stays.
 */
async function replaceUnpaidOrder(
  shop: CheckoutContext,
  provider: string | undefined,
  userId: string,
  form: OrderForm,
) {
  const place = () => placeOrder(shop.db, userId, form, shop.now(), provider, shop.settings);
  try {
    return await place();
  } catch (error) {
    if (!(error instanceof IdempotencyConflictError)) throw error;
    const payment = await readPayment(shop.db, error.placed.orderNumber);
    if (payment?.provider === manualProvider) throw error;
    const actor = { type: "customer", id: userId } as const;
    const voiding = { actor, note: "Replaced by a newer order", notifyCustomer: false };
    if (!(await cancelUnpaidOrder(shop, error.placed.orderNumber, voiding))) throw error;
    return place();
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
