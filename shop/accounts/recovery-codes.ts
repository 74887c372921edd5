import { createHash, randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import type { Database } from "#database/connect.ts";
import { plainRecoveryCode } from "../forms/account-fields.ts";

/** Codes that stand in for a lost authenticator app, each once. See docs/decisions/0338. */

const amount = 10;
/** With 112 random bits or more a plain hash is enough (OWASP ASVS 5.0, 6.5.2), which another `AUTH_SECRET` leaves valid. `isRecoveryCode` knows their shape. */
const codeBytes = 15;
const groups = /.{6}(?=.)/g;

/** Replaces an account's recovery codes, in the caller's transaction. @returns them, for the only time that they can be read */
export async function replaceRecoveryCodes(transaction: Database, uid: string) {
  const codes = Array.from({ length: amount }, () => encode(randomBytes(codeBytes)));
  await transaction.deleteFrom("recoveryCodes").where("uid", "=", uid).execute();
  const rows = codes.map((code) => ({ uid, hash: hashOf(code), usedAt: null }));
  await transaction.insertInto("recoveryCodes").values(rows).execute();
  return codes.map((code) => code.replace(groups, "$&-"));
}

/** Uses one of an account's codes up. @param typed in any letter case, with or without what is between the groups @returns false if it is wrong or used */
export async function redeemRecoveryCode(db: Database, { uid, typed, now }: { uid: string; typed: string; now: Date }) {
  const used = await db
    .updateTable("recoveryCodes")
    .set({ usedAt: now.getTime() })
    .where("uid", "=", uid)
    .where("hash", "=", hashOf(plainRecoveryCode(typed)))
    .where("usedAt", "is", null)
    .returning("uid")
    .executeTakeFirst();
  return used !== undefined;
}

/** How many of an account's codes can still be used. */
export async function countRecoveryCodes(db: Database, uid: string) {
  const { left } = await db
    .selectFrom("recoveryCodes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("uid", "=", uid)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}

function encode(bytes: Uint8Array<ArrayBuffer>) {
  return base32.encode(bytes, { padding: false }).toLowerCase();
}

function hashOf(code: string) {
  return createHash("sha256").update(`recovery code ${code}`).digest("base64url");
}
