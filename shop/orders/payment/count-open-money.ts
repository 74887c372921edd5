import type { ExpressionBuilder } from "kysely";
import type { Database } from "#database/connect.ts";
import type { Schema } from "#database/schema.ts";

/** How many payments, captures and refunds aren't over. All are counted by small indexes, however many orders there are. */
export async function countOpenMoney(db: Database) {
  const dueCaptures = (eb: ExpressionBuilder<Schema, never>) =>
    eb
      .selectFrom("payments")
      .select((of) => of.fn.countAll<number>().as("count"))
      .where("captureDueAt", "is not", null)
      .where("captureCents", "is not", null);
  const { pendingPayments, pendingRefunds, failedRefunds, waitingCaptures, retryingCaptures } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("payments")
        .select((of) => of.fn.countAll<number>().as("count"))
        .where("dueAt", "is not", null)
        .as("pendingPayments"),
      eb
        .selectFrom("refunds")
        .select((of) => of.fn.countAll<number>().as("count"))
        .where("state", "=", "pending")
        .as("pendingRefunds"),
      eb
        .selectFrom("refunds")
        .select((of) => of.fn.countAll<number>().as("count"))
        .where("outstandingCents", ">", 0)
        .as("failedRefunds"),
      dueCaptures(eb).where("attempts", "=", 0).as("waitingCaptures"),
      dueCaptures(eb).where("attempts", ">", 0).as("retryingCaptures"),
    ])
    .executeTakeFirstOrThrow();
  return {
    /** Payments that their provider is asked about. */
    pendingPayments: Number(pendingPayments),
    /** Refunds that their provider hasn't settled. */
    pendingRefunds: Number(pendingRefunds),
    /** Failed refunds that no later refund covers and staff haven't closed. */
    failedRefunds: Number(failedRefunds),
    /** Reserved payments that are to be captured or released, and haven't been tried yet. */
    waitingCaptures: Number(waitingCaptures),
    /** Those whose provider has declined or couldn't be reached. */
    retryingCaptures: Number(retryingCaptures),
  };
}
