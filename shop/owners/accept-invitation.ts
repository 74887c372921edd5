import { type Database, engineOf } from "#database/connect.ts";
import { timeValue } from "#database/engine-values.ts";
import { AccountError } from "../accounts/account-error.ts";
import type { StaffAccountForm } from "../accounts/account-forms.ts";
import { signInCustomer } from "../accounts/account-requests.ts";
import { hashNewPassword, type RequestMetadata } from "../accounts/accounts.ts";
import { nameKeys } from "../accounts/customer-account.ts";
import { repeatAfterSignUp } from "../accounts/insert-account.ts";
import { replacePassword } from "../accounts/password-resets.ts";
import { questionCommonPassword } from "../accounts/passwords.ts";
import { isOwnAccount, proveMailbox } from "../accounts/prove-mailbox.ts";
import type { SessionUser } from "../accounts/session-user.ts";
import { liveInvitations, readInvitationToken, takeInvitation } from "../accounts/staff-invitations.ts";
import { consumeRateLimit } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { roleName } from "../values/staff-roles.ts";
import { saveRole } from "./owners.ts";

type Context = Pick<Shop, "accounts" | "db" | "now">;
type Visitor = Pick<SessionUser, "uid" | "email" | "emailVerified"> | null;

/** What someone can do who opens the link of an invitation, or signs in to accept one. */
export type OpenedInvitation =
  | { next: "expired" }
  /** They are signed in with another account. */
  | { next: "signOut"; email: string; role: string }
  | { next: "accept" | "signIn" | "join"; email: string; role: string };

/** @param token of the link; signed-in customers need none for the invitation of their own confirmed email */
export async function openInvitation(shop: Context, token: string, user: Visitor): Promise<OpenedInvitation> {
  const own = user && (await findOwn(shop, user));
  const invitation = await readInvitationToken(shop, token);
  if (own && (!invitation || invitation.id === own.id)) {
    return { next: "accept", email: own.email, role: roleName(own.role) };
  }
  if (!invitation) return { next: "expired" };
  const shown = { email: invitation.email, role: roleName(invitation.role) };
  if (user && user.email !== invitation.email) return { next: "signOut", ...shown };
  return { next: (await hasOwnAccount(shop.db, invitation.email)) ? "signIn" : "join", ...shown };
}

async function findOwn({ db, now }: Pick<Context, "db" | "now">, { email, emailVerified }: NonNullable<Visitor>) {
  if (!emailVerified) return undefined;
  return liveInvitations(db, now()).select(["id", "email", "role"]).where("email", "=", email).executeTakeFirst();
}

/** Whether an email has an account that only its owner can use. */
async function hasOwnAccount(db: Database, email: string) {
  const account = await db
    .selectFrom("user")
    .innerJoin("customers", "customers.uid", "user.id")
    .select(["emailVerified", "disabledAt"])
    .where("user.email", "=", email)
    .executeTakeFirst();
  return account !== undefined && isOwnAccount(account);
}

/** Gives a signed-in customer the role of their invitation. A role that they have got since stays. @returns false if there is no invitation any more */
export async function acceptInvitation({ db, now }: Pick<Context, "db" | "now">, user: NonNullable<Visitor>) {
  const own = await findOwn({ db, now }, user);
  if (!own) return false;
  return db.transaction().execute(async (trx) => {
    const role = await takeInvitation(trx, own.id, now());
    if (!role) return false;
    await saveRole(trx, user.email, role, user.email, now());
    return true;
  });
}

/**
 * Makes the account of someone invited, with its role, and signs in. The link came by email, so the email is verified.
 *
 * @returns the headers that set the session and device cookies
 * @param form.isSure whether they were told that their password is common
 * @throws AccountError, RateLimitError; the link stays valid
 */
export async function joinStaff(
  shop: Shop,
  token: string,
  form: StaffAccountForm & { isSure?: boolean },
  metadata: RequestMetadata,
) {
  const { db, accounts, now, settings } = shop;
  if (!settings.emailSignIn) throw new AccountError("EMAIL_PASSWORD_SIGN_UP_DISABLED");
  await consumeRateLimit(db, [{ limit: "signUpByAddress", by: metadata.address }], now());
  const invitation = await readInvitationToken(shop, token);
  if (!invitation) throw new AccountError("INVITATION_EXPIRED");
  const { email } = invitation;
  const { password, isSure = false } = form;
  await questionCommonPassword(password, isSure);
  const hash = await hashNewPassword(accounts, { email, password }, metadata.address);
  await repeatAfterSignUp(() =>
    db.transaction().execute((trx) => saveStaff(trx, { ...invitation, ...form, hash }, now())),
  );
  return (await signInCustomer(shop, { email, password }, metadata)).headers;
}

interface NewStaff extends Pick<StaffAccountForm, "firstname" | "lastname"> {
  id: string;
  email: string;
  hash: string;
}

async function saveStaff(transaction: Database, { id, email, hash, firstname, lastname }: NewStaff, now: Date) {
  const role = await takeInvitation(transaction, id, now);
  if (!role) throw new AccountError("INVITATION_EXPIRED");
  if (await hasOwnAccount(transaction, email)) throw new AccountError("USER_ALREADY_EXISTS");
  const uid = await proveMailbox(transaction, email, now);
  if (!uid) throw new AccountError("USER_ALREADY_EXISTS");
  const updatedAt = timeValue(engineOf(transaction), now);
  const names = { firstname, lastname };
  await transaction
    .updateTable("user")
    .set({ name: `${firstname} ${lastname}`, updatedAt })
    .where("id", "=", uid)
    .execute();
  await replacePassword(transaction, uid, { hash, now });
  await transaction
    .updateTable("customers")
    .set({ ...names, ...nameKeys(names) })
    .where("uid", "=", uid)
    .execute();
  await saveRole(transaction, email, role, email, now);
}
