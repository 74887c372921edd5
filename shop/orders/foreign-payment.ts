import type { Database } from "#database/connect.ts";
import { queueMail } from "../mail/mail-queue.ts";
import { shopCurrency } from "../money.ts";
import type { PaymentResult } from "../payments/payment-provider.ts";
import { type LockedOrder, takeStep } from "./order-events.ts";
import type { Paying, Payment } from "./read-payment.ts";

/**
 * Whether a provider's payment is the one that an order asked for: the same one, of the same amount, currency and mode. One that has begun
 * but isn't saved yet, or never was because the shop was killed, must be begun by the shop for this order, at its price.
 */
export function isOwnPayment(payment: Payment, order: LockedOrder, result: PaymentResult) {
  const { externalId, amountCents, currency, mode } = payment;
  if (externalId === null) {
    const isSamePrice = result.amountCents === order.totalCents && result.currency === shopCurrency;
    return result.begunFor === order.orderNumber && isSamePrice;
  }
  const isSameMoney = result.amountCents === amountCents && result.currency === currency;
  return result.externalId === externalId && isSameMoney && (mode === null || result.mode === mode);
}

/**
 * Notifies the owner, by mail and in the order's events, of a payment that names an order but isn't its own: once for each that was paid,
 * and once for all that ended unpaid, of which anybody can make any number.
 *
 * @returns what the log says of it; undefined when the owner was notified before
 */
export async function reportForeignPayment(
  transaction: Database,
  order: LockedOrder,
  result: PaymentResult,
  { payments, settings, now }: Paying,
) {
  const { id, orderNumber } = order;
  const note = noteOf(result, payments.name);
  const reported = await transaction
    .selectFrom("orderEvents")
    .select("position")
    .where("orderId", "=", id)
    .where("step", "=", "noted")
    .where("actor", "=", payments.name)
    .where("note", "=", note)
    .executeTakeFirst();
  if (reported) return undefined;
  const orderEvent = await takeStep(transaction, order, { step: "noted", actor: payments.name, note }, now());
  await queueMail(transaction, { kind: "ownerNotice", recipient: settings.mailFrom, orderNumber, orderEvent }, now());
  return `A payment doesn't match its order, which was not changed (${note})`;
}

function noteOf({ outcome, externalId, amountCents, currency, mode }: PaymentResult, provider: string) {
  if (outcome.state !== "paid") return `A payment at ${provider} that doesn't match this order ended unpaid`;
  const amount = amountOf(amountCents, currency);
  return `${amount} was paid at ${provider} with a ${mode} payment that doesn't match this order: ${externalId}`;
}

/** @param minorUnits of a currency that need not be the shop's, and may have no cents */
function amountOf(minorUnits: number, currency: string) {
  if (!/^[a-z]{3}$/i.test(currency)) return `${minorUnits}`;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "code" });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
