import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** Authenticator apps with their recovery codes, and which sessions began with a second factor. See docs/decisions/0338. */
export function addSecondFactor(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      // As the accounts library stores times.
      const moment = engine === "postgres" ? "timestamptz" : "date";
      await db.schema.alterTable("session").addColumn("secondFactorAt", moment).execute();
      await db.schema
        .createTable("authenticators")
        .addColumn("uid", "text", (column) => column.primaryKey().references("customers.uid").onDelete("cascade"))
        .addColumn("secret", "text", (column) => column.notNull())
        .addColumn("confirmedAt", "bigint", (column) => column.notNull())
        .addColumn("lastStep", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("recoveryCodes")
        .addColumn("uid", "text", (column) => column.notNull().references("customers.uid").onDelete("cascade"))
        .addColumn("hash", "text", (column) => column.notNull())
        .addColumn("usedAt", "bigint")
        .addPrimaryKeyConstraint("recoveryCodes_pkey", ["uid", "hash"])
        .execute();
    },
  };
}
