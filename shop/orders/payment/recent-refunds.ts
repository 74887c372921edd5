import type { Database } from "#database/connect.ts";
import type { PaymentProvider, ProviderRefund } from "../../payments/provider.ts";

const paymentsAtATime = 100;

/** The settled payments of a provider that began since a moment, the oldest orders first. */
export async function* settledPayments(db: Database, provider: string, since: Date) {
  for (let after = 0; ; ) {
    const payments = await db
      .selectFrom("payments")
      .innerJoin("orders", "orders.id", "payments.orderId")
      .select([
        "orderId",
        "orderNumber",
        "externalId",
        "reference",
        "paidCents",
        "capturedCents",
        "releasedCents",
        "orders.currency",
      ])
      .where("payments.provider", "=", provider)
      .where("payments.state", "=", "settled")
      .where("payments.createdAt", ">=", since.getTime())
      .where("orderId", ">", after)
      .orderBy("orderId")
      .limit(paymentsAtATime)
      .execute();
    yield* payments;
    const last = payments.at(-1);
    if (!last || payments.length < paymentsAtATime) return;
    after = last.orderId;
  }
}

/** All refunds that a provider has since a moment; where it only lists those of a payment, those of the payments since then. */
export async function* recentRefunds(
  db: Database,
  provider: PaymentProvider,
  since: Date,
): AsyncGenerator<ProviderRefund> {
  if (provider.listRefundsSince) return yield* provider.listRefundsSince(since);
  for await (const { reference } of settledPayments(db, provider.name, since))
    if (reference !== null) yield* await provider.listRefunds(reference);
}
