import type { Database } from "#database/connect.ts";
import { recentRefunds, settledPayments } from "../orders/payment/recent-refunds.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import type { Currency } from "../values/currencies.ts";
import { createComparison, type Difference } from "./difference.ts";

/** Days whose payments and refunds are compared: each payment is a call to the provider. */
export const comparedDays = 31;
const dayMs = 24 * 60 * 60_000;

/**
 * Compares the last month's payments and refunds with what their provider has.
 *
 * @throws PaymentUnreachableError
 */
export async function checkProvider(db: Database, provider: PaymentProvider, now: Date): Promise<Difference[]> {
  const since = new Date(now.getTime() - comparedDays * dayMs);
  const orderOf = new Map<string, PaidOrder>();
  const differences: Difference[] = [];
  for await (const { orderNumber, externalId, reference, currency, ...money } of settledPayments(
    db,
    provider.name,
    since,
  )) {
    if (reference !== null) orderOf.set(reference, { orderNumber, currency });
    if (externalId === null) continue;
    const { compare, compareCents, differences: found } = createComparison(`Order ${orderNumber}`, currency);
    const { outcome, amountCents } = await provider.readPayment({ orderNumber, externalId });
    compare(`Payment at ${provider.name}`, "settled", outcome.state);
    compareCents(`Paid at ${provider.name}`, money.paidCents ?? 0, amountCents);
    const { reservation } = outcome.state === "settled" ? outcome : {};
    if (reservation) {
      compareCents(`Captured at ${provider.name}`, money.capturedCents ?? 0, reservation.capturedCents);
      compareCents(`Released at ${provider.name}`, money.releasedCents ?? 0, reservation.releasedCents);
    }
    differences.push(...found);
  }
  return [...differences, ...(await checkRefunds(db, provider, since, orderOf))];
}

interface PaidOrder {
  orderNumber: string;
  currency: Currency;
}

/** Refunds of other payments than the shop's aren't compared. */
async function checkRefunds(
  db: Database,
  provider: PaymentProvider,
  since: Date,
  orderOf: Map<string, PaidOrder>,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const { id, reference, amountCents, result } of recentRefunds(db, provider, since)) {
    const order = orderOf.get(reference);
    if (!order) continue;
    const { orderNumber, currency } = order;
    const { compare, compareCents, differences: found } = createComparison(`Order ${orderNumber}`, currency);
    const saved = await db
      .selectFrom("refunds")
      .select(["state", "amountCents"])
      .where((eb) => eb.or([eb("id", "=", id ?? result.externalId), eb("externalId", "=", result.externalId)]))
      .executeTakeFirst();
    const name = `Refund ${result.externalId}`;
    compare(name, result.state, saved?.state ?? "missing");
    if (saved) compareCents(name, amountCents, saved.amountCents);
    differences.push(...found);
  }
  return differences;
}
