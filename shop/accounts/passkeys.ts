import { type Database, engineOf, isUniqueViolation } from "#database/connect.ts";
import { timeValue } from "#database/engine-values.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import type { RequestMetadata } from "./accounts.ts";
import { noteSecondFactor } from "./note-second-factor.ts";
import { checkCreation, checkUse, creationOptions, spendChallenge } from "./passkey-checks.ts";
import { proveIdentity, type SignedIn } from "./prove-identity.ts";
import { hasSecondFactor, requireConfirmedEmail } from "./second-factor.ts";

/** Passkeys of accounts: they sign in, and count as a second factor. See docs/decisions/0342. */

const mostPasskeys = 20;

/** An account's passkeys, the newest first. Times are milliseconds since 1970 (UTC). */
export function readPasskeys(db: Database, uid: string) {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "createdAt", "usedAt"])
    .where("uid", "=", uid)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}

/**
 * Begins to add a passkey, for an account whose email is confirmed.
 *
 * @returns what the browser needs to make one, within five minutes
 * @throws AccountError, RateLimitError
 */
export async function beginPasskey(shop: Shop, signedIn: SignedIn, currentPassword: string, metadata: RequestMetadata) {
  const { db } = shop;
  const { uid, email } = signedIn;
  await proveIdentity(shop, signedIn, currentPassword, metadata);
  await requireConfirmedEmail(db, uid);
  const known = await readPasskeys(db, uid);
  if (known.length >= mostPasskeys) throw new AccountError("TOO_MANY_PASSKEYS");
  return creationOptions(shop, { uid, email, known });
}

/**
 * Adds the passkey that a browser made. The session has a second factor from now on, because the user unlocked the device. Others that began with one that was
 * removed since don't count again.
 *
 * @throws AccountError
 */
export async function addPasskey(
  shop: Shop,
  { uid, email, sessionId }: SignedIn & { sessionId: string },
  { name, answer }: { name: string; answer: string },
) {
  const { db, now } = shop;
  const { passkey, challenge } = await checkCreation(shop, uid, answer);
  await db.transaction().execute(async (trx) => {
    await spendChallenge(trx, challenge, now());
    if (!(await hasSecondFactor(trx, uid)))
      await trx.updateTable("session").set({ secondFactorAt: null }).where("userId", "=", uid).execute();
    const kept = { ...passkey, uid, name, createdAt: now().getTime(), usedAt: null };
    await trx
      .insertInto("passkeys")
      .values(kept)
      .execute()
      .catch((error) => {
        throw isUniqueViolation(error) ? new AccountError("WRONG_PASSKEY") : error;
      });
    await trx
      .updateTable("session")
      .set({ secondFactorAt: timeValue(engineOf(trx), now()) })
      .where("id", "=", sessionId)
      .where("userId", "=", uid)
      .execute();
    await noteSecondFactor(trx, { uid, email, kind: "passkeyAdded" }, now());
  });
}

/** @returns false if the account has no such passkey */
export async function renamePasskey(db: Database, uid: string, id: string, name: string) {
  const renamed = await db
    .updateTable("passkeys")
    .set({ name })
    .where("uid", "=", uid)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return renamed !== undefined;
}

/** Deletes one of an account's passkeys. An email tells of it. @throws AccountError, RateLimitError */
export async function deletePasskey(
  shop: Shop,
  signedIn: SignedIn,
  { id, currentPassword }: { id: string; currentPassword: string },
  metadata: RequestMetadata,
) {
  const { db, now } = shop;
  const { uid, email } = signedIn;
  await proveIdentity(shop, signedIn, currentPassword, metadata);
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom("passkeys")
      .where("uid", "=", uid)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (deleted) await noteSecondFactor(trx, { uid, email, kind: "passkeyDeleted" }, now());
  });
}

/** A passkey with its account; undefined if the shop doesn't know it. */
export function findPasskey(db: Database, id: string) {
  return db
    .selectFrom("passkeys")
    .innerJoin("user", "user.id", "passkeys.uid")
    .select(["passkeys.id", "uid", "email", "publicKey", "counter"])
    .where("passkeys.id", "=", id)
    .executeTakeFirst();
}

/**
 * Accepts the use of a passkey. Its device counts its uses, unless it is synchronized: a count that was reached before is that of a copy.
 *
 * @throws AccountError WRONG_PASSKEY
 */
export async function acceptPasskey(
  shop: Shop,
  passkey: { id: string; publicKey: string; counter: number },
  answer: string,
) {
  const { db, now } = shop;
  const { challenge, counter } = await checkUse(shop, passkey, answer);
  await db.transaction().execute(async (trx) => {
    await spendChallenge(trx, challenge, now());
    const used = await trx
      .updateTable("passkeys")
      .set({ counter, usedAt: now().getTime() })
      .where("id", "=", passkey.id)
      .where("counter", "=", passkey.counter)
      .returning("id")
      .executeTakeFirst();
    if (!used) throw new AccountError("WRONG_PASSKEY");
  });
}
