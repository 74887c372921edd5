import { engineOf } from "#database/connect.ts";
import { timeValue } from "#database/engine-values.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import { hashNewPassword, type RequestMetadata } from "./accounts.ts";
import { questionCommonPassword } from "./passwords.ts";
import { proveIdentity, type SignedIn } from "./prove-identity.ts";
import { endOtherSessions } from "./sessions.ts";

/**
 * Changes a signed-in customer's password, or sets their first one. All other sessions and the reset links of the account end, and an email tells of it.
 *
 * @param choice.isSure whether they were told that it is common
 * @throws AccountError, RateLimitError
 */
export async function changePassword(
  shop: Shop,
  signedIn: SignedIn & { sessionId: string },
  choice: { currentPassword: string; password: string; isSure?: boolean },
  metadata: RequestMetadata,
) {
  const { db, accounts, now } = shop;
  const { uid, email, sessionId } = signedIn;
  const { currentPassword, password, isSure = false } = choice;
  const before = await proveIdentity(shop, signedIn, currentPassword, metadata);
  if (before !== null && password === currentPassword) throw new AccountError("SAME_PASSWORD");
  await questionCommonPassword(password, isSure);
  const hash = await hashNewPassword(accounts, { email, password }, metadata.address);
  await db.transaction().execute(async (trx) => {
    // Of two changes at once, or one and a reset link, the second no longer knows the password.
    const changed = await trx
      .updateTable("account")
      .set({ password: hash, updatedAt: timeValue(engineOf(trx), now()) })
      .where("userId", "=", uid)
      .where("providerId", "=", "credential")
      .where("password", before === null ? "is" : "=", before)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw new AccountError("WRONG_PASSWORD");
    await endOtherSessions(trx, uid, sessionId);
    await trx.deleteFrom("verification").where("value", "=", uid).execute();
    await queueMail(trx, { kind: "passwordChanged", recipient: email }, now());
  });
}
