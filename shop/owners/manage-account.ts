import { type Database, keepWritersOut } from "#database/connect.ts";
import type { OwnerRole } from "#database/schema.ts";
import { endSessions, saveDisabled } from "../accounts/customer.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import { type Owner, saveRole } from "./owners.ts";

/** What nobody may do to that account. The message is for whoever tried. */
export class AccountRefusedError extends Error {
  override name = "AccountRefusedError";
}

type Managing = Pick<ShopDatabase, "db" | "now">;

/**
 * Disables an account for an owner, or enables it again. Nobody disables themself, and staff leave owners alone.
 *
 * @returns false when there is no such account
 * @throws AccountRefusedError
 */
export async function changeDisabled({ db, now }: Managing, uid: string, isDisabled: boolean, actor: Owner) {
  const found = await db.transaction().execute(async (trx) => {
    const acting = await readActingRole(trx, actor);
    const account = await readAccount(trx, uid);
    if (!account) return undefined;
    if (uid === actor.uid) throw new AccountRefusedError("You can't disable yourself: another owner can");
    if (acting === "staff" && account.role === "owner") {
      throw new AccountRefusedError("Staff can't disable or enable an owner");
    }
    return saveDisabled(trx, account.email, isDisabled, actor.email, now());
  });
  if (found && isDisabled) await endSessions(db, found);
  return found !== undefined;
}

/**
 * Gives an account a role for an owner, or takes it away. Nobody changes their own, so an owner always stays.
 *
 * @param role undefined takes it away
 * @returns whether the account's address is verified, without which the role doesn't count; undefined when there is no such account
 * @throws AccountRefusedError
 */
export function changeRole({ db, now }: Managing, uid: string, role: OwnerRole | undefined, actor: Owner) {
  return db.transaction().execute(async (trx) => {
    const acting = await readActingRole(trx, actor);
    const account = await readAccount(trx, uid);
    if (!account) return undefined;
    if (acting !== "owner") throw new AccountRefusedError("Only owners give and take roles");
    if (uid === actor.uid) throw new AccountRefusedError("Nobody changes their own role: another owner can");
    return saveRole(trx, account.email, role, actor.email, now());
  });
}

/**
 * What whoever acts is to the shop now. Two who take each other's role away, or disable each other, come here one after the other:
 * the second has none any more.
 */
async function readActingRole(transaction: Database, { uid }: Owner) {
  await keepWritersOut(transaction, "owners");
  const acting = await readAccount(transaction, uid);
  if (!acting?.role || acting.disabledAt !== null)
    throw new AccountRefusedError("You have no role in the shop any more");
  return acting.role;
}

async function readAccount(db: Database, uid: string) {
  if (!isStorableText(uid)) return undefined;
  return db
    .selectFrom("customers")
    .leftJoin("owners", "owners.uid", "customers.uid")
    .select(["email", "disabledAt", "role"])
    .where("customers.uid", "=", uid)
    .executeTakeFirst();
}
