import { type Database, engineOf, isUniqueViolation } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { logChange } from "../changes/change-log.ts";
import { queueAwaitedMail, queueMail } from "../jobs/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { foldText } from "../text/fold-text.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import { consumeMailLimit } from "./account-requests.ts";
import type { RequestMetadata } from "./accounts.ts";
import { proveIdentity, type SignedIn } from "./prove-identity.ts";
import { readToken, signToken } from "./signed-token.ts";

const linkMs = 24 * 60 * 60 * 1000;

type Context = Pick<Shop, "accounts" | "db" | "now">;

/**
 * Emails a link to the address that a customer wants to change to, and tells the current one. The answer is the same whether or not the address has an
 * account: the mail job looks that up.
 *
 * @throws AccountError, RateLimitError
 */
export async function askEmailChange(
  shop: Shop,
  signedIn: SignedIn,
  { email: typed, currentPassword }: { email: string; currentPassword: string },
  metadata: RequestMetadata,
) {
  const { db, now, jobs } = shop;
  const email = normalizeEmail(typed);
  await proveIdentity(shop, signedIn, currentPassword, metadata);
  if (email === signedIn.email) throw new AccountError("SAME_EMAIL");
  await consumeMailLimit(shop, "verificationMailByEmail", email, metadata);
  const change = { id: crypto.randomUUID(), email, askedAt: now().getTime() };
  const mail = await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("emailChanges")
      .values({ uid: signedIn.uid, ...change })
      .onConflict((conflict) => conflict.column("uid").doUpdateSet(change))
      .execute();
    await queueMail(trx, { kind: "emailChangeAsked", recipient: signedIn.email, changeId: change.id }, now());
    return queueAwaitedMail(trx, { kind: "emailChange", recipient: email, changeId: change.id }, now());
  });
  jobs.runNext("mail", mail);
}

/** The address that a customer's last link went to. @returns undefined once it was confirmed or cancelled, or has expired */
export async function readEmailChange({ db, now }: Pick<Shop, "db" | "now">, uid: string) {
  const change = await liveChanges(db, now()).select("email").where("uid", "=", uid).executeTakeFirst();
  return change?.email;
}

export async function cancelEmailChange(db: Database, uid: string) {
  await db.deleteFrom("emailChanges").where("uid", "=", uid).execute();
}

/**
 * What the mail with the link needs.
 *
 * @returns the link's token, or none if the address has an account; undefined if the link was cancelled or replaced
 */
export async function createChangeToken(context: Context, id: string) {
  const { db, now } = context;
  const change = await liveChanges(db, now()).select(["email", "askedAt"]).where("id", "=", id).executeTakeFirst();
  if (!change) return undefined;
  const taken = await db.selectFrom("user").select("id").where("email", "=", change.email).executeTakeFirst();
  if (taken) return { email: change.email };
  // Its row ends it earlier.
  return { email: change.email, token: await signToken(context, "emailChange", id, linkMs) };
}

/** The address that a link confirms. Changes nothing. @returns undefined when the token is wrong, used, replaced or expired */
export async function readChangeToken(context: Context, token: string) {
  const { db, now } = context;
  const id = await readToken(context, "emailChange", token);
  if (id === undefined) return undefined;
  return liveChanges(db, now()).select(["id", "email"]).where("id", "=", id).executeTakeFirst();
}

/**
 * Gives an account the address that its link went to. Orders and sessions stay; links and codes for the old address end, and it is told.
 *
 * @returns the new address; undefined when the token is wrong, used, replaced or expired, or the address has got an account
 */
export async function confirmEmailChange(context: Context, token: string) {
  const asked = await readChangeToken(context, token);
  if (!asked) return undefined;
  try {
    return await context.db.transaction().execute((trx) => saveEmail(trx, asked.id, context.now()));
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Removes addresses that nobody has confirmed in time. */
export async function removeExpiredChanges(db: Database, now: Date) {
  await db
    .deleteFrom("emailChanges")
    .where("askedAt", "<=", now.getTime() - linkMs)
    .execute();
}

function liveChanges(db: Database, now: Date) {
  return db.selectFrom("emailChanges").where("askedAt", ">", now.getTime() - linkMs);
}

async function saveEmail(transaction: Database, id: string, now: Date) {
  const used = await transaction
    .deleteFrom("emailChanges")
    .where("id", "=", id)
    .returning(["uid", "email"])
    .executeTakeFirst();
  if (!used) return undefined;
  const { uid, email } = used;
  const before = await transaction
    .selectFrom("user")
    .leftJoin("owners", "owners.uid", "user.id")
    .select(["email", "emailVerified", "role"])
    .where("id", "=", uid)
    .executeTakeFirstOrThrow();
  const engine = engineOf(transaction);
  await transaction
    .updateTable("user")
    .set({ email, emailVerified: booleanValue(engine, true), updatedAt: timeValue(engine, now) })
    .where("id", "=", uid)
    .execute();
  await transaction
    .updateTable("customers")
    .set({ email, emailKey: foldText(email) })
    .where("uid", "=", uid)
    .execute();
  await transaction.deleteFrom("verification").where("value", "=", uid).execute();
  await transaction.deleteFrom("signInCodes").where("email", "=", before.email).execute();
  // What the earlier shop knew goes by the address, and is the account's only once it was confirmed.
  if (before.emailVerified) await moveEarlierShop(transaction, before.email, email);
  await queueMail(transaction, { kind: "emailChanged", recipient: before.email, newEmail: email }, now);
  if (before.role) {
    const fields = { email: { before: before.email, after: email } };
    await logChange(
      transaction,
      { actor: email, kind: "customer", subject: email, action: "email changed", fields },
      now,
    );
  }
  return email;
}

async function moveEarlierShop(transaction: Database, before: string, email: string) {
  await transaction.updateTable("pastOrders").set({ email }).where("email", "=", before).execute();
  await transaction
    .updateTable("importedCustomers")
    .set({ email, emailKey: foldText(email) })
    .where("email", "=", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("importedCustomers as other").select("other.id").where("other.email", "=", email))),
    )
    .execute();
}
