import type { Database } from "#database/connect.ts";
import { staffInvitationHours } from "../forms/account-fields.ts";
import type { Shop } from "../shop.ts";
import { linkTo } from "../values/shop-link.ts";
import { readToken, signToken } from "./signed-token.ts";

/** Invitations to the back office, one for each email. `shop/owners/invite-staff.ts` makes them. See docs/decisions/0325. */

const linkMs = staffInvitationHours * 60 * 60 * 1000;

type Context = Pick<Shop, "accounts" | "db" | "now">;

/** Those that haven't expired. */
export function liveInvitations(db: Database, now: Date) {
  return db.selectFrom("staffInvitations").where("createdAt", ">", now.getTime() - linkMs);
}

/** When an invitation of that moment expires: milliseconds since 1970 (UTC). */
export function invitationEnd(createdAt: number) {
  return createdAt + linkMs;
}

/** An invitation with its link. @returns undefined if it was accepted, revoked or replaced, or has expired */
export async function createInvitation(context: Context & Pick<Shop, "settings">, id: string) {
  const { db, now, settings } = context;
  const invitation = await liveInvitations(db, now()).selectAll().where("id", "=", id).executeTakeFirst();
  // Its row ends it earlier.
  if (!invitation) return undefined;
  const token = await signToken(context, "staffInvitation", id, linkMs);
  return { ...invitation, link: linkTo(settings, "/staff-invitation", { token }) };
}

/** The invitation of a link. Changes nothing. @returns undefined when the token is wrong, used, revoked, replaced or expired */
export async function readInvitationToken(context: Context, token: string) {
  const { db, now } = context;
  const id = await readToken(context, "staffInvitation", token);
  if (id === undefined) return undefined;
  return liveInvitations(db, now()).select(["id", "email", "role"]).where("id", "=", id).executeTakeFirst();
}

/** Uses an invitation up. @returns its role; undefined if it is used, revoked, replaced or expired */
export async function takeInvitation(transaction: Database, id: string, now: Date) {
  const used = await transaction
    .deleteFrom("staffInvitations")
    .where("id", "=", id)
    .where("createdAt", ">", now.getTime() - linkMs)
    .returning("role")
    .executeTakeFirst();
  return used?.role;
}

/** Removes invitations that nobody has accepted in time. */
export async function removeExpiredInvitations(db: Database, now: Date) {
  await db
    .deleteFrom("staffInvitations")
    .where("createdAt", "<=", now.getTime() - linkMs)
    .execute();
}
