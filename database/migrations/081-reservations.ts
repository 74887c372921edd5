import { type Kysely, sql } from "kysely";

/** Payments may be reserved first and captured later. Refunds of what was never taken only release it. See docs/decisions/0285. */
export const addReservations = {
  async up(db: Kysely<unknown>) {
    for (const column of columns) await db.schema.alterTable("payments").addColumn(column, "bigint").execute();
    await db.schema
      .alterTable("refunds")
      .addColumn("isRelease", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index "payments_captureDue" on payments ("captureDueAt") where "captureDueAt" is not null`.execute(
      db,
    );
  },
};

const columns = [
  ...["capturedCents", "releasedCents", "captureCents"],
  ...["reservedUntil", "captureDueAt", "captureRefusals"],
];
