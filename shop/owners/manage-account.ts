import { type Database, takeTurn } from "#database/connect.ts";
import type { OwnerRole } from "#database/schema.ts";
import { removeSecondFactors } from "../accounts/change-second-factor.ts";
import { endSessions, saveDisabled } from "../accounts/customer-account.ts";
import { signOutBrowsers } from "../accounts/sessions.ts";
import { isStorableText } from "../forms/validate.ts";
import type { ShopDatabase } from "../shop.ts";
import { type Owner, saveRole } from "./owners.ts";
import { may, type Right } from "./rights.ts";

/** The actor may not change this account. They see the message. */
export class AccountRefusedError extends Error {
  override name = "AccountRefusedError";
}

type Managing = Pick<ShopDatabase, "db" | "now">;

/**
 * Disables or enables an account. Nobody can disable themselves, and only owners can disable owners.
 *
 * @returns false if there is no such account
 * @throws AccountRefusedError
 */
export async function changeDisabled({ db, now }: Managing, uid: string, isDisabled: boolean, actor: Owner) {
  const found = await db.transaction().execute(async (trx) => {
    const acting = await requireActingRight(trx, actor, "accounts");
    const account = await readAccount(trx, uid);
    if (!account) return undefined;
    if (uid === actor.uid) throw new AccountRefusedError("You can't disable your own account. Ask another owner.");
    if (acting !== "owner" && account.role === "owner") {
      throw new AccountRefusedError("Only owners can disable or enable an owner");
    }
    return saveDisabled(trx, account.email, isDisabled, actor.email, now());
  });
  if (found && isDisabled) await endSessions(db, found);
  return found !== undefined;
}

/**
 * Signs someone out of one of their browsers, or of all. The person is told by email.
 *
 * @param id the session; undefined for all
 * @returns how many have ended; undefined if there is no such account
 * @throws AccountRefusedError
 */
export function signOutFor({ db, now }: Managing, uid: string, id: string | undefined, actor: Owner) {
  return db.transaction().execute(async (trx) => {
    await requireActingRight(trx, actor, "access");
    const account = await readAccount(trx, uid);
    if (!account) return undefined;
    if (uid === actor.uid)
      throw new AccountRefusedError("Your own sessions are on the shop's page Account and security.");
    return signOutBrowsers(trx, { uid, email: account.email, id, actor: actor.email }, now());
  });
}

/**
 * Gives an account a role or removes it. Owners can't change their own role, so one owner always remains. See docs/decisions/0324.
 *
 * @param role undefined removes the role
 * @returns false if there is no such account
 * @throws AccountRefusedError, UnverifiedError
 */
export function changeRole({ db, now }: Managing, uid: string, role: OwnerRole | undefined, actor: Owner) {
  return db.transaction().execute(async (trx) => {
    await requireActingRight(trx, actor, "access");
    const account = await readAccount(trx, uid);
    if (!account) return false;
    if (uid === actor.uid) throw new AccountRefusedError("You can't change your own role. Ask another owner.");
    return saveRole(trx, account.email, role, actor.email, now());
  });
}

/**
 * Removes the second factors of someone who lost them. They sign in with their password alone until they set up another.
 *
 * @returns whether they had one; undefined if there is no such account
 * @throws AccountRefusedError
 */
export function removeSecondFactorFor({ db, now }: Managing, uid: string, actor: Owner) {
  return db.transaction().execute(async (trx) => {
    await requireActingRight(trx, actor, "access");
    const account = await readAccount(trx, uid);
    if (!account) return undefined;
    if (uid === actor.uid) throw new AccountRefusedError("Switch off your own two-step verification on /account");
    return removeSecondFactors(trx, { uid, email: account.email }, now(), actor.email);
  });
}

/**
 * Reads the actor's role, one actor after the other. If two owners remove or disable each other at the same time, the second fails here.
 *
 * @throws AccountRefusedError
 */
export async function requireActingRight(transaction: Database, { uid }: Owner, right: Right) {
  await takeTurn(transaction, "owners");
  const acting = await readAccount(transaction, uid);
  if (!acting?.role || acting.disabledAt !== null)
    throw new AccountRefusedError("You no longer have a role in this shop");
  if (!may(acting.role, right)) throw new AccountRefusedError("Your role doesn't include this. Ask an owner.");
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
