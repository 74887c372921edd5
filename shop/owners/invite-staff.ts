import type { Database } from "#database/connect.ts";
import { consumeMailLimit } from "../accounts/account-requests.ts";
import type { RequestMetadata } from "../accounts/accounts.ts";
import { invitationEnd, liveInvitations } from "../accounts/staff-invitations.ts";
import { logChange } from "../changes/change-log.ts";
import { FormRefusedError } from "../forms/form-errors.ts";
import { queueAwaitedMail } from "../jobs/mail-queue.ts";
import { RateLimitError } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { requireActingRight } from "./manage-account.ts";
import type { Owner } from "./owners.ts";
import type { StaffForm } from "./staff-form.ts";

/**
 * Emails an invitation to the back office. It replaces an earlier one to the same email, whose link stops working.
 *
 * @throws FormRefusedError for accounts that have a role or are disabled, and after too many emails; AccountRefusedError
 */
export async function inviteStaff(
  shop: Shop,
  { email: typed, role }: StaffForm,
  actor: Owner,
  metadata: RequestMetadata,
) {
  const { db, now, jobs } = shop;
  const email = normalizeEmail(typed);
  await refuseAccounts(db, email);
  await consumeMailLimit(shop, "verificationMailByEmail", email, metadata).catch((error) => {
    if (!(error instanceof RateLimitError)) throw error;
    throw new FormRefusedError({ email: "Too many emails were sent to this address. Try again in an hour." });
  });
  const invitation = { id: crypto.randomUUID(), role, invitedBy: actor.email, createdAt: now().getTime() };
  const mail = await db.transaction().execute(async (trx) => {
    await requireActingRight(trx, actor, "access");
    await trx
      .insertInto("staffInvitations")
      .values({ email, ...invitation })
      .onConflict((conflict) => conflict.column("email").doUpdateSet(invitation))
      .execute();
    const fields = { role: { before: null, after: role } };
    await logChange(trx, { actor: actor.email, kind: "role", subject: email, action: "invited", fields }, now());
    return queueAwaitedMail(trx, { kind: "staffInvitation", recipient: email, invitationId: invitation.id }, now());
  });
  jobs.runNext("mail", mail);
}

/** Owners see all accounts anyway. */
async function refuseAccounts(db: Database, email: string) {
  const account = await db
    .selectFrom("customers")
    .leftJoin("owners", "owners.uid", "customers.uid")
    .select(["role", "disabledAt"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (account?.role) throw new FormRefusedError({ email: "This account has a role already. Change it on its page." });
  if (account?.disabledAt) throw new FormRefusedError({ email: "This account is disabled. Enable it first." });
}

/** Invitations that can be accepted, newest first. */
export async function readInvitations(db: Database, now: Date) {
  const rows = await liveInvitations(db, now)
    .select(["id", "email", "role", "invitedBy", "createdAt"])
    .orderBy("createdAt", "desc")
    .orderBy("email")
    .execute();
  return rows.map(({ createdAt, ...invitation }) => ({ ...invitation, expiresAt: invitationEnd(createdAt) }));
}

/** Ends an invitation, and its link. @returns its email; undefined if there is none any more @throws AccountRefusedError */
export function revokeInvitation({ db, now }: Pick<Shop, "db" | "now">, id: string, actor: Owner) {
  return db.transaction().execute(async (trx) => {
    await requireActingRight(trx, actor, "access");
    const revoked = await trx
      .deleteFrom("staffInvitations")
      .where("id", "=", id)
      .returning(["email", "role"])
      .executeTakeFirst();
    if (!revoked) return undefined;
    const fields = { role: { before: revoked.role, after: null } };
    const change = { actor: actor.email, kind: "role", subject: revoked.email, action: "invitation revoked" } as const;
    await logChange(trx, { ...change, fields }, now());
    return revoked.email;
  });
}
