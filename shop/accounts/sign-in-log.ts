import { channel } from "node:diagnostics_channel";
import { logChange } from "../changes/change-log.ts";
import { consumeRateLimit, RateLimitError } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { formErrorCode } from "./account-error.ts";

/** Something that the server's log says of an account, by its id: without the database it doesn't tell who the person is. */
export interface AccountEvent {
  message: "Signed in" | "Sign-in refused" | "Back office refused";
  /** Undefined if no account has the email. */
  account: string | undefined;
  reason?: string | undefined;
}

/** Published for the server's log. */
export const accountEvents = channel("torg:account");

type LoggingShop = Pick<Shop, "db" | "now" | "log">;

export function publishAccountEvent(event: AccountEvent) {
  accountEvents.publish(event);
}

const reasons: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "wrong password",
  WRONG_PASSKEY: "wrong passkey",
  INVALID_CODE: "wrong code",
  WRONG_AUTHENTICATOR_CODE: "wrong code of the authenticator app",
  WRONG_RECOVERY_CODE: "wrong recovery code",
  AUTHENTICATOR_UNREADABLE: "secret of the authenticator app unreadable",
  SIGN_IN_ENDED: "too many wrong codes",
  USER_DISABLED: "disabled",
  TOO_MANY_REQUESTS: "too many attempts",
};

/** Runs a sign-in and notes how it ended. One that waits for its second step is noted after that. */
export async function noteOutcome<Session extends { isPending: boolean }>(
  shop: LoggingShop,
  email: string,
  signIn: () => Promise<Session>,
) {
  const session = await signIn().catch(async (error) => {
    const refusal = formErrorCode(error);
    if (refusal) await noteSignIn(shop, email, refusal);
    throw error;
  });
  if (!session.isPending) await noteSignIn(shop, email);
  return session;
}

/**
 * Notes a sign-in in the server's log, and that of an owner or staff member in the activity log too. Without the database, the sign-in goes on.
 * See docs/decisions/0156.
 *
 * @param refusal the error's code; undefined if it succeeded
 */
async function noteSignIn(shop: LoggingShop, email: string, refusal?: string) {
  const reason = refusal && (reasons[refusal] ?? refusal);
  try {
    const account = await shop.db
      .selectFrom("customers")
      .leftJoin("owners", "owners.uid", "customers.uid")
      .select(["customers.uid", "email", "role"])
      .where("email", "=", normalizeEmail(email))
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    publishAccountEvent({ message: reason ? "Sign-in refused" : "Signed in", account: account?.uid, reason });
    if (account?.role) await logSignIn(shop, account.email, reason);
  } catch (error) {
    shop.log("Sign-in not noted", error);
  }
}

async function logSignIn({ db, now }: Pick<Shop, "db" | "now">, email: string, reason: string | undefined) {
  const signIn = { kind: "sign-in", subject: email } as const;
  if (!reason) return logChange(db, { ...signIn, actor: email, action: "succeeded" }, now());
  // Strangers could fill the log.
  if (await isLoggedEnough(db, email, now())) return;
  await logChange(db, { ...signIn, actor: "visitor", action: `refused: ${reason}` }, now());
}

async function isLoggedEnough(db: Shop["db"], by: string, now: Date) {
  return consumeRateLimit(db, [{ limit: "loggedRefusalByEmail", by }], now).then(
    () => false,
    (error) => {
      if (error instanceof RateLimitError) return true;
      throw error;
    },
  );
}
