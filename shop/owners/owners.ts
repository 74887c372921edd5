import type { Database } from "#database/connect.ts";
import type { OwnerRole } from "#database/schema.ts";
import type { Viewer } from "../accounts/viewer.ts";
import type { ShopDatabase } from "../shop.ts";
import { logChange } from "./change-log.ts";

/** Somebody who runs the shop, on its own screens. */
export interface Owner {
  uid: string;
  email: string;
  role: OwnerRole;
}

/**
 * What a viewer is to the shop. A role counts once the account's address is verified: whoever signs up with somebody else's address
 * must not become an owner with it.
 *
 * @returns undefined for a shopper
 */
export async function readOwner(db: Database, viewer: Viewer | null): Promise<Owner | undefined> {
  if (!viewer?.emailVerified) return undefined;
  const { uid, email } = viewer;
  const row = await db
    .selectFrom("owners")
    .innerJoin("customers", "customers.uid", "owners.uid")
    .select("role")
    .where("owners.uid", "=", uid)
    .where("disabledAt", "is", null)
    .executeTakeFirst();
  return row && { uid, email, role: row.role };
}

/** All who have a role, by their emails. */
export function readOwners(db: Database) {
  return db
    .selectFrom("owners")
    .innerJoin("customers", "customers.uid", "owners.uid")
    .innerJoin("user", "user.id", "owners.uid")
    .select(["customers.email", "firstname", "lastname", "role", "emailVerified", "owners.createdAt"])
    .orderBy("customers.email")
    .execute();
}

/**
 * Gives an account a role, or takes it away; the log says so.
 *
 * @param role undefined takes it away
 * @returns whether the account's address is verified; undefined when nobody has an account with this email
 */
export function setRole(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  email: string,
  role: OwnerRole | undefined,
  actor: string,
) {
  return db.transaction().execute((trx) => saveRole(trx, email, role, actor, now()));
}

/** The same in a transaction that has more to do. */
export async function saveRole(
  transaction: Database,
  email: string,
  role: OwnerRole | undefined,
  actor: string,
  now: Date,
) {
  const account = await transaction
    .selectFrom("user")
    .leftJoin("owners", "owners.uid", "user.id")
    .select(["user.id", "email", "emailVerified", "role"])
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (!account) return undefined;
  const { id: uid, role: before } = account;
  if (before !== (role ?? null)) {
    if (role) {
      await transaction
        .insertInto("owners")
        .values({ uid, role, createdAt: now.getTime() })
        .onConflict((conflict) => conflict.column("uid").doUpdateSet({ role }))
        .execute();
    } else await transaction.deleteFrom("owners").where("uid", "=", uid).execute();
    const fields = { role: { before, after: role ?? null } };
    await logChange(
      transaction,
      { actor, kind: "role", subject: account.email, action: role ? "given" : "removed", fields },
      now,
    );
  }
  return { isVerified: Boolean(account.emailVerified) };
}
