import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import { hasSessionCookie, signIn, signOut, type Visitor } from "./accounts.ts";
import { createDeviceCookie } from "./device-cookie.ts";

/**
 * Signs in and ends the session that the browser had before.
 *
 * @returns the headers that set the session's and the device cookie, and whether the email is verified
 * @throws AccountError
 */
export async function startSession(
  { accounts, db }: Pick<Shop, "accounts" | "db">,
  credentials: { email: string; password: string },
  visitor: Visitor,
) {
  const before = await readStanding(db, credentials.email);
  const answer = await signIn(accounts, credentials, visitor);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  const after = await readStanding(db, credentials.email);
  // A reset or `disable` ends the sessions that it finds: it didn't find this one when it ran while the password was checked.
  if (after?.disabledAt || after?.password !== before?.password) {
    await signOut(accounts, { ...visitor, headers: new Headers({ cookie: answer.headers.getSetCookie().join("; ") }) });
    throw new AccountError(after?.disabledAt ? "USER_DISABLED" : "INVALID_EMAIL_OR_PASSWORD");
  }
  if (hasSessionCookie(visitor.headers.get("cookie"))) await signOut(accounts, visitor);
  answer.headers.append("set-cookie", await createDeviceCookie(accounts, visitor, credentials.email));
  return answer;
}

/** What lets somebody sign in. */
function readStanding(db: Database, email: string) {
  return db
    .selectFrom("customers")
    .innerJoin("account", "account.userId", "customers.uid")
    .select(["account.password", "disabledAt"])
    .where("customers.email", "=", email.toLowerCase())
    .where("providerId", "=", "credential")
    .executeTakeFirst();
}
