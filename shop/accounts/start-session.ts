import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import { type Credentials, hasSessionCookie, type RequestMetadata, signIn, signOut } from "./accounts.ts";
import { createDeviceCookie } from "./device-cookie.ts";

/**
 * Signs in and ends the browser's earlier session.
 *
 * @returns the headers that set the session's and the device cookie, and whether the email is verified
 * @throws AccountError
 */
export async function startSession(
  { accounts, db }: Pick<Shop, "accounts" | "db">,
  credentials: Credentials,
  metadata: RequestMetadata,
) {
  const before = await readCredentialState(db, credentials.email);
  const answer = await signIn(accounts, credentials, metadata);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  const after = await readCredentialState(db, credentials.email);
  // A reset or `disable` during the check ended all sessions before this one existed. A code proves as much as a reset link.
  const isReset = "password" in credentials && after?.password !== before?.password;
  if (after?.disabledAt || isReset) {
    await signOut(accounts, {
      ...metadata,
      headers: new Headers({ cookie: answer.headers.getSetCookie().join("; ") }),
    });
    throw new AccountError(after?.disabledAt ? "USER_DISABLED" : "INVALID_EMAIL_OR_PASSWORD");
  }
  if (hasSessionCookie(metadata.headers.get("cookie"))) await signOut(accounts, metadata);
  answer.headers.append("set-cookie", await createDeviceCookie(accounts, metadata, credentials.email));
  return answer;
}

function readCredentialState(db: Database, email: string) {
  return db
    .selectFrom("customers")
    .innerJoin("account", "account.userId", "customers.uid")
    .select(["account.password", "disabledAt"])
    .where("customers.email", "=", normalizeEmail(email))
    .where("providerId", "=", "credential")
    .executeTakeFirst();
}
