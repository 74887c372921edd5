import type { Database } from "#database/connect.ts";

/** How many payments and refunds aren't over. All are counted by small indexes, however many orders there are. */
export async function countOpenMoney(db: Database) {
  const { pendingPayments, pendingRefunds, failedRefunds } = await db
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
    ])
    .executeTakeFirstOrThrow();
  return {
    /** Payments that their provider is asked about. */
    pendingPayments: Number(pendingPayments),
    /** Refunds that their provider hasn't settled. */
    pendingRefunds: Number(pendingRefunds),
    /** Failed refunds that no later refund covers and staff haven't closed. */
    failedRefunds: Number(failedRefunds),
  };
}
