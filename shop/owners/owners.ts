import type { Database } from "#database/connect.ts";
import type { OwnerRole } from "#database/schema.ts";
import type { SessionUser } from "../accounts/session-user.ts";
import { logChange } from "../changes/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";

/** A signed-in owner or staff member. */
export interface Owner {
  uid: string;
  email: string;
  role: OwnerRole;
}

/**
 * Reads a user's role. It requires a verified email, so that signing up with an owner's address gives no access. See docs/decisions/0052.
 *
 * @returns undefined for customers
 */
export async function readOwner(
  db: Database,
  user: Pick<SessionUser, "uid" | "email" | "emailVerified"> | null,
): Promise<Owner | undefined> {
  if (!user?.emailVerified) return undefined;
  const { uid, email } = user;
  const row = await db
    .selectFrom("owners")
    .innerJoin("customers", "customers.uid", "owners.uid")
    .select("role")
    .where("owners.uid", "=", uid)
    .where("disabledAt", "is", null)
    .executeTakeFirst();
  return row && { uid, email, role: row.role };
}

/** Everyone with a role, sorted by email. */
export function readOwners(db: Database) {
  return db
    .selectFrom("owners")
    .innerJoin("customers", "customers.uid", "owners.uid")
    .innerJoin("user", "user.id", "owners.uid")
    .select([
      "owners.uid",
      "customers.email",
      "firstname",
      "lastname",
      "role",
      "emailVerified",
      "disabledAt",
      "owners.createdAt",
    ])
    .orderBy("customers.email")
    .execute();
}

/**
 * Gives an account a role or removes it, and logs the change.
 *
 * @param role undefined removes the role
 * @returns false if there is no such account
 * @throws UnverifiedError
 */
export function setRole(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  email: string,
  role: OwnerRole | undefined,
  actor: string,
) {
  return db.transaction().execute((trx) => saveRole(trx, email, role, actor, now()));
}

/** The account can't have a role yet. The message is for staff. */
export class UnverifiedError extends Error {
  override name = "UnverifiedError";

  constructor(email: string) {
    super(`${email} isn't verified. Its owner must open the link in the verification email first.`);
  }
}

/** The same inside a larger transaction. Someone else may have signed up with an email that isn't verified, and knows the password. */
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
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  if (!account) return false;
  const { id: uid, role: before } = account;
  if (role && !account.emailVerified) throw new UnverifiedError(account.email);
  // What an owner decides now counts, not what the person was invited to.
  await transaction.deleteFrom("staffInvitations").where("email", "=", account.email).execute();
  if (before !== (role ?? null)) {
    if (role) {
      await transaction
        .insertInto("owners")
        .values({ uid, role, createdAt: now.getTime() })
        .onConflict((conflict) => conflict.column("uid").doUpdateSet({ role }))
        .execute();
    } else await transaction.deleteFrom("owners").where("uid", "=", uid).execute();
    const action = role ? (before ? "changed" : "added") : "removed";
    const fields = { role: { before, after: role ?? null } };
    await logChange(transaction, { actor, kind: "role", subject: account.email, action, fields }, now);
  }
  return true;
}
