import type { Database } from "#database/connect.ts";
import { logChange } from "../changes/change-log.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { deviceOf } from "./device-name.ts";

/** A browser that is signed in. Times are milliseconds since 1970 (UTC). */
export interface ListedSession {
  id: string;
  /** "Firefox on Windows" */
  device: string;
  signedInAt: number;
  /** Now for the browser that asks; for others the last day that they were used on, to the hour of its first request. */
  usedAt: number;
  /** Whether a second step began it, or a passkey. */
  hasSecondStep: boolean;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

type Context = Pick<Shop, "db" | "now">;

/** An account's sessions, the last used first. @param usedId the one that asks */
export async function readSessions({ db, now }: Context, uid: string, usedId?: string): Promise<ListedSession[]> {
  const rows = await db.selectFrom("session").select(listedColumns).where("userId", "=", uid).execute();
  return toListed(rows, now(), usedId);
}

/** The sessions of everyone with a role, the last used first. @param usedId the one that asks */
export async function readStaffSessions({ db, now }: Context, usedId: string | undefined) {
  const rows = await db
    .selectFrom("session")
    .innerJoin("customers", "customers.uid", "session.userId")
    .where("session.userId", "in", db.selectFrom("owners").select("uid"))
    .select(listedColumns)
    .select(["customers.uid", "firstname", "lastname", "email"])
    .execute();
  return toListed(rows, now(), usedId);
}

const listedColumns = [
  "session.id",
  "session.userAgent",
  "session.createdAt",
  "session.updatedAt",
  "session.expiresAt",
  "session.secondFactorAt",
] as const;

interface SessionRow {
  id: string;
  userAgent: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  expiresAt: Date | string;
  secondFactorAt: Date | string | null;
}

function toListed<Row extends SessionRow>(rows: Row[], now: Date, usedId: string | undefined) {
  return rows
    .filter(({ expiresAt }) => new Date(expiresAt) > now)
    .map(({ userAgent, createdAt, updatedAt, expiresAt: _, secondFactorAt, ...row }) => ({
      ...row,
      device: deviceOf(userAgent ?? ""),
      signedInAt: new Date(createdAt).getTime(),
      hasSecondStep: secondFactorAt !== null,
      isCurrent: row.id === usedId,
      usedAt: row.id === usedId ? now.getTime() : new Date(updatedAt).getTime(),
    }))
    .toSorted((one, other) => other.usedAt - one.usedAt || (one.id < other.id ? -1 : 1));
}

interface SignedOut {
  uid: string;
  email: string;
  /** The only session that ends; undefined for all. */
  id?: string | undefined;
  /** The session that stays. */
  keptId?: string | undefined;
  /** The owner who does it for someone else. */
  actor?: string | undefined;
}

/**
 * Ends sessions of an account. An email tells of it, and the activity log where an owner does it or someone with a role is signed out.
 *
 * @returns how many have ended: 0 when they had ended before, or are another account's
 */
export async function signOutBrowsers(transaction: Database, { uid, email, id, keptId, actor }: SignedOut, now: Date) {
  const ended = await transaction
    .deleteFrom("session")
    .where("userId", "=", uid)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .$if(keptId !== undefined, (query) => query.where("id", "!=", keptId ?? ""))
    .returning("userAgent")
    .execute();
  if (ended.length === 0) return 0;
  const devices = ended.map(({ userAgent }) => deviceOf(userAgent ?? ""));
  await queueMail(transaction, { kind: "signedOut", recipient: email, devices, isByShop: actor !== undefined }, now);
  const role = await transaction.selectFrom("owners").select("role").where("uid", "=", uid).executeTakeFirst();
  if (actor !== undefined || role) {
    const change = { actor: actor ?? email, kind: "customer", subject: email } as const;
    await logChange(transaction, { ...change, action: `signed out of ${devices.join(", ")}` }, now);
  }
  return ended.length;
}

/** Ends all sessions of an account but one. The caller emails the customer. */
export async function endOtherSessions(db: Database, uid: string, keptId: string) {
  await db.deleteFrom("session").where("userId", "=", uid).where("id", "!=", keptId).execute();
}
