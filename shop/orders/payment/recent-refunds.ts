import type { Database } from "#database/connect.ts";
import { type PaymentProvider, PaymentUnreachableError, type ProviderRefund } from "../../payments/provider.ts";

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

/** How often a list is asked for while its provider can't be reached, and after how many lists in a row without an answer none will come. */
const [mostTries, failuresLimit] = [3, 3];

/**
 * All refunds that a provider has since a moment; where it only lists those of a payment, those of the payments since then. One that can't be read
 * doesn't keep the others from being read.
 *
 * @throws what the provider answered, at the end
 */
export async function* recentRefunds(
  db: Database,
  provider: PaymentProvider,
  since: Date,
): AsyncGenerator<ProviderRefund> {
  if (provider.listRefundsSince) return yield* provider.listRefundsSince(since);
  let [failure, inARow]: [unknown, number] = [undefined, 0];
  for await (const { reference } of settledPayments(db, provider.name, since)) {
    if (reference === null) continue;
    const refunds = await listPatiently(provider, reference).catch((error: Error) => error);
    if (!(refunds instanceof Error)) {
      inARow = 0;
      yield* refunds;
      continue;
    }
    failure = refunds;
    inARow++;
    if (inARow === failuresLimit) break;
  }
  if (failure) throw failure;
}

async function listPatiently(provider: PaymentProvider, reference: string, tries = 1): Promise<ProviderRefund[]> {
  try {
    return await provider.listRefunds(reference);
  } catch (error) {
    if (!(error instanceof PaymentUnreachableError) || tries === mostTries) throw error;
    return listPatiently(provider, reference, tries + 1);
  }
}
