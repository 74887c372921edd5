import { messageOf } from "../../errors.ts";
import { PaymentRefusedError } from "../../payments/provider.ts";
import type { Currency } from "../../values/currencies.ts";
import type { Locale } from "../../values/locale.ts";
import { formatPrice } from "../../values/money.ts";
import { changeOrder, type Decision } from "../change-order.ts";
import { type ByActor, heldCents, type Payment } from "../state/order.ts";
import { applyPaymentResult, getProvider, type PaymentContext, readPayment } from "./payment.ts";

/**
 * Brings an order's reserved money to where it should be: reads what its provider has, captures what is to be taken, and releases the rest. Every
 * step can be repeated, since each begins with what the provider says. See docs/decisions/0285.
 *
 * @returns the payment after that; undefined where nothing is reserved
 * @throws what the provider answered; a refusal has been noted in the order then
 */
export async function settleReservation(shop: PaymentContext, orderNumber: string): Promise<Payment | undefined> {
  const payment = await readPayment(shop.db, orderNumber);
  const { externalId, provider: name, currency } = payment ?? {};
  if (!payment || !externalId || !name || !currency || heldCents(payment) === 0) return undefined;
  const provider = getProvider(shop, name);
  const ref = { orderNumber, externalId };
  const apply = async (result: ReturnType<typeof provider.readPayment>) =>
    applyPaymentResult(shop, orderNumber, { provider: name, result: await result });

  let current = await apply(provider.readPayment(ref));
  const missingCents = () => (current.captureCents ?? 0) - (current.capturedCents ?? 0);
  if (current.captureCents === null || heldCents(current) === 0) return current;
  if (missingCents() > 0 && provider.capture) {
    const refusals = current.captureRefusals ?? 0;
    const capturing = provider.capture({ ...ref, amountCents: missingCents(), currency, refusals });
    current = await apply(capturing.catch((error) => noteRefusal(shop, orderNumber, error)));
  }
  if (missingCents() <= 0 && heldCents(current) > 0 && provider.release) current = await apply(provider.release(ref));
  return current;
}

/** Reserved money that staff had captured. */
export interface CaptureOutcome {
  amountCents: number;
  currency: Currency;
  /** Why it isn't captured yet: it is tried again. Undefined once it is. */
  problem: string | undefined;
}

/**
 * Captures what is reserved and wasn't refunded, without waiting until the order is sent, or for the next try.
 *
 * @throws OrderUnknownError, OrderChangedError, CaptureRefusedError; nothing is changed then
 */
export async function captureNow(
  shop: PaymentContext,
  orderNumber: string,
  { actor, version, alongside }: ByActor & Decision,
): Promise<CaptureOutcome> {
  const { order } = await changeOrder(shop, orderNumber, { type: "capture", actor }, { version, alongside });
  const { amountCents } = order.events.at(-1) ?? {};
  const problem = await settleReservation(shop, orderNumber).then(() => undefined, messageOf);
  return { amountCents: amountCents ?? 0, currency: order.currency, problem };
}

/** What came of a capture in a few words, for staff. */
export function describeCapture({ amountCents, currency, problem }: CaptureOutcome, locale: Locale) {
  const amount = formatPrice(amountCents, { currency, locale });
  return problem === undefined ? `${amount} captured` : `${amount} not captured yet, and tried again soon: ${problem}`;
}

async function noteRefusal(shop: PaymentContext, orderNumber: string, error: Error): Promise<never> {
  if (error instanceof PaymentRefusedError)
    await changeOrder(shop, orderNumber, { type: "captureFailed", error: messageOf(error) });
  throw error;
}
