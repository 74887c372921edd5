import type { Database } from "#database/connect.ts";
import { formatPrice } from "../money.ts";
import { readPayment } from "./read-payment.ts";
import type { MadeRefund } from "./refund-order.ts";

/** What has become of a refund, in a few words for the shop's owner. */
export async function refundInWords({ db }: { db: Database }, orderNumber: string, { amountCents, state }: MadeRefund) {
  const amount = formatPrice(amountCents);
  const payment = await readPayment(db, orderNumber);
  if (!payment) return `${amount} is noted as paid back; no provider took it, so hand it back yourself`;
  if (state === "done") return `${amount} is paid back`;
  if (state === "waiting") return `${amount} waits for ${payment.provider} to pay it back`;
  return `${payment.provider} refused to pay ${amount} back; order ${orderNumber} says why`;
}
