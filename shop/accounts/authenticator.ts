import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import type { Database } from "#database/connect.ts";
import { seal, unseal } from "../secrets/seal.ts";
import type { Shop } from "../shop.ts";

/** Authenticator apps: six digits from a shared secret and the time (RFC 6238). Not the library's plugin: see docs/decisions/0338. */

const stepMs = 30_000;
/** What RFC 4226 recommends. */
const secretBytes = 20;
/** Phones' clocks may be off by a step (RFC 6238, 5.2). */
const toleratedSteps = [-1, 0, 1];

type Context = Pick<Shop, "db" | "now" | "settings">;
type SecretContext = Pick<Shop, "db"> & { settings: Pick<Shop["settings"], "authSecret"> };

export function createSecret() {
  return base32.encode(randomBytes(secretBytes), { padding: false });
}

/** What an app reads from a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function addressOfSecret(secret: string, { issuer, email }: { issuer: string; email: string }) {
  return createOTP(base32.decode(secret)).url(issuer, email);
}

/** Which step's code it is: the number of 30 seconds since 1970. @returns undefined if it is none of those that are accepted now */
export async function stepOfCode(secret: string, code: string, now: Date) {
  const otp = createOTP(base32.decode(secret));
  const current = Math.floor(now.getTime() / stepMs);
  const steps = toleratedSteps.map((offset) => current + offset);
  const codes = await Promise.all(steps.map((step) => otp.hotp(step)));
  return steps.findLast((_, index) => codes[index] === code);
}

/**
 * Saves an app whose code was right, also in place of one that can't be read.
 *
 * @param step of that code, which isn't accepted again
 * @returns false if the account has one already
 */
export async function saveAuthenticator(
  transaction: Database,
  { uid, secret, step, authSecret }: { uid: string; secret: string; step: number; authSecret: string },
  now: Date,
) {
  const known = await readSealedSecret(transaction, uid);
  if (known !== undefined && unseal(known, authSecret) === undefined)
    await transaction.deleteFrom("authenticators").where("uid", "=", uid).where("secret", "=", known).execute();
  const saved = await transaction
    .insertInto("authenticators")
    .values({ uid, secret: seal(secret, authSecret), confirmedAt: now.getTime(), lastStep: step })
    .onConflict((conflict) => conflict.doNothing())
    .returning("uid")
    .executeTakeFirst();
  return saved !== undefined;
}

/**
 * Checks a code of an account's app, and uses it up: none is accepted twice, nor after a later one. It goes by the database's clock.
 *
 * @returns `unreadable` if the secret was sealed with another `AUTH_SECRET`, so that no code can be right
 */
export async function redeemAuthenticatorCode({ db, now, settings }: Context, uid: string, code: string) {
  const known = await readSealedSecret(db, uid);
  const secret = known && unseal(known, settings.authSecret);
  if (known && secret === undefined) return "unreadable";
  const step = secret && (await stepOfCode(secret, code, now()));
  if (!known || !step) return "wrong";
  const used = await db
    .updateTable("authenticators")
    .set({ lastStep: step })
    .where("uid", "=", uid)
    .where("secret", "=", known)
    .where("lastStep", "<", step)
    .returning("uid")
    .executeTakeFirst();
  return used ? "right" : "wrong";
}

/** Whether an account has an app, and whether its codes work: not if its secret was sealed with another `AUTH_SECRET`. */
export type AuthenticatorState = "none" | "works" | "unreadable";

export async function readAuthenticatorState(
  { db, settings }: SecretContext,
  uid: string,
): Promise<AuthenticatorState> {
  const sealed = await readSealedSecret(db, uid);
  if (sealed === undefined) return "none";
  return unseal(sealed, settings.authSecret) === undefined ? "unreadable" : "works";
}

async function readSealedSecret(db: Database, uid: string) {
  const row = await db.selectFrom("authenticators").select("secret").where("uid", "=", uid).executeTakeFirst();
  return row?.secret;
}

/** How many apps have a secret that was sealed with another `AUTH_SECRET`: their codes don't work. */
export async function countUnreadableAuthenticators({ db, settings }: SecretContext) {
  const rows = await db.selectFrom("authenticators").select("secret").execute();
  return rows.filter(({ secret }) => unseal(secret, settings.authSecret) === undefined).length;
}
