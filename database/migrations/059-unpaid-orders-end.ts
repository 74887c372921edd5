import type { Kysely } from "kysely";

type Tables = { payments: { provider: string; state: string; dueAt: number | null } };

const usualMs = 14 * 24 * 60 * 60_000;

/** Orders by invoice or bank transfer are cancelled when they aren't paid in time. Those that wait already have the usual time from now on. */
export const endUnpaidOrders = {
  async up(db: Kysely<unknown>) {
    await (db as Kysely<Tables>)
      .updateTable("payments")
      .set({ dueAt: Date.now() + usualMs })
      .where("provider", "=", "manual")
      .where("state", "=", "pending")
      .execute();
  },
};
