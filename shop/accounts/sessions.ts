import type { Database } from "#database/connect.ts";
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
}

type Context = Pick<Shop, "db" | "now">;

/** An account's sessions, the last used first. @param usedId the one that asks */
export async function readSessions({ db, now }: Context, uid: string, usedId?: string): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom("session")
    .select(["id", "userAgent", "createdAt", "updatedAt", "expiresAt"])
    .where("userId", "=", uid)
    .orderBy("updatedAt", "desc")
    .orderBy("id")
    .execute();
  return rows
    .filter(({ expiresAt }) => new Date(expiresAt) > now())
    .map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      device: deviceOf(userAgent ?? ""),
      signedInAt: new Date(createdAt).getTime(),
      usedAt: id === usedId ? now().getTime() : new Date(updatedAt).getTime(),
    }))
    .toSorted((one, other) => other.usedAt - one.usedAt);
}

/** Ends one of an account's sessions. @returns false if it has ended, or is another account's */
export async function endSession(db: Database, uid: string, id: string) {
  const ended = await db
    .deleteFrom("session")
    .where("userId", "=", uid)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends all sessions of an account but one. */
export async function endOtherSessions(db: Database, uid: string, keptId: string) {
  await db.deleteFrom("session").where("userId", "=", uid).where("id", "!=", keptId).execute();
}
