import { createHash } from "node:crypto";
import { generateRandomString } from "better-auth/crypto";
import { type Database, engineOf, takeTurn } from "#database/connect.ts";
import { timeValue } from "#database/engine-values.ts";
import { AccountError } from "../accounts/account-error.ts";
import { hashNewPassword } from "../accounts/accounts.ts";
import { replacePassword } from "../accounts/password-resets.ts";
import { proveMailbox } from "../accounts/prove-mailbox.ts";
import { setupPurpose } from "../accounts/setup-purpose.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { saveRole } from "./owners.ts";

/**
 * The first owner comes in by an address that the start of a shop without one prints: whoever reads the terminal or the log runs the shop.
 * See docs/decisions/0335.
 */

type Context = Pick<Shop, "db" | "accounts" | "now">;

const keyMs = 60 * 60 * 1000;

/** Makes a key to become the first owner, valid for an hour. @returns the address's path; undefined where there is an owner */
export async function offerSetup({ db, now }: Pick<Shop, "db" | "now">) {
  if (await hasOwner(db)) return undefined;
  const key = generateRandomString(40, "a-z", "A-Z", "0-9");
  const time = (moment: Date) => timeValue(engineOf(db), moment);
  const createdAt = time(now());
  const expiresAt = time(new Date(now().getTime() + keyMs));
  const row = { id: crypto.randomUUID(), identifier: identifierOf(key), value: setupPurpose };
  await db
    .insertInto("verification")
    .values({ ...row, expiresAt, createdAt, updatedAt: createdAt })
    .execute();
  return `/owner/setup?key=${key}`;
}

/** Whether a key works. Opening its address doesn't use it. */
export async function isSetupKey({ db, now }: Pick<Shop, "db" | "now">, key: string) {
  const kept = await validKeys(db, key, now()).select("id").executeTakeFirst();
  return kept !== undefined && !(await hasOwner(db));
}

/**
 * Makes the first owner: a new account with this password, or the one that has the email. All keys end.
 *
 * @throws AccountError when the key is wrong, used or expired, or the password is weak; a weak password leaves the key valid
 */
export async function createFirstOwner(
  shop: Context,
  { key, email: typed, password }: { key: string; email: string; password: string },
  address: string,
) {
  const { db, accounts, now } = shop;
  if (!(await isSetupKey(shop, key))) throw new AccountError("INVALID_TOKEN");
  const email = normalizeEmail(typed);
  const hash = await hashNewPassword(accounts, { email, password }, address);
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, "owners");
    const isValid = await validKeys(trx, key, now()).select("id").executeTakeFirst();
    if (!isValid || (await hasOwner(trx))) throw new AccountError("INVALID_TOKEN");
    const uid = await proveMailbox(trx, email, now());
    if (uid === undefined) throw new AccountError("INVALID_TOKEN");
    await replacePassword(trx, uid, { hash, now: now() });
    await trx.updateTable("customers").set({ disabledAt: null }).where("uid", "=", uid).execute();
    await saveRole(trx, email, "owner", "setup", now());
    await trx.deleteFrom("verification").where("value", "=", setupPurpose).execute();
  });
}

async function hasOwner(db: Database) {
  return (await db.selectFrom("owners").select("uid").limit(1).executeTakeFirst()) !== undefined;
}

function validKeys(db: Database, key: string, now: Date) {
  return db
    .selectFrom("verification")
    .where("identifier", "=", identifierOf(key))
    .where("expiresAt", ">", timeValue(engineOf(db), now));
}

/** The database and its copies keep no key that opens the shop. */
function identifierOf(key: string) {
  return `${setupPurpose}:${createHash("sha256").update(key).digest("hex")}`;
}
