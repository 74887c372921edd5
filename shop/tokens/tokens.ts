import { hash, randomBytes, randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { ApiTokensTable } from "#database/schema.ts";
import { changedFields, logChange } from "../changes/change-log.ts";
import { FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import { type Scope, scopes } from "./scopes.ts";
import { endOf, lastDayOf, type TokenFields } from "./token-form.ts";

/** A token as its owners see it, which is never the token itself. Moments are milliseconds since 1970 (UTC). */
export interface ListedToken {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: number;
  /** From then on it no longer works; null if it has no end. */
  expiresAt: number | null;
  /** Up to a minute before its last request; null before the first. */
  lastUsedAt: number | null;
}

/** The program that sends a request. */
export type TokenHolder = Pick<ListedToken, "id" | "name" | "scopes">;

type Context = Pick<ShopDatabase, "db" | "now" | "settings">;

const tokenShape = /^torg_[0-9a-f]{40}$/;
const mostTokens = 100;
const lastUseStepMs = 60_000;

/** What the activity log and the events of orders call a program. */
export function actorOf({ name }: Pick<TokenHolder, "name">) {
  return `token ${name}`;
}

/**
 * Makes a token for a program. The database keeps only its hash, so nothing can show the token again. See docs/decisions/0257.
 *
 * @returns the token
 * @throws FormRefusedError
 */
export async function createToken({ db, now, settings: { timeZone } }: Context, fields: TokenFields, actor: string) {
  const { name, scopes, expires } = fields;
  const token = `torg_${randomBytes(20).toString("hex")}`;
  const row = {
    ...{ id: randomUUID(), name, hash: hashOf(token), scopes: JSON.stringify(scopes) },
    ...{ createdAt: now().getTime(), expiresAt: expires ? endOf(expires, timeZone) : null, lastUsedAt: null },
  };
  await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("apiTokens")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostTokens) throw new FormRefusedError({ form: "A shop has room for 100 tokens" });
    // Two people may choose the same name at once.
    const insert = trx
      .insertInto("apiTokens")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doNothing());
    const added = await insert.returning("id").executeTakeFirst();
    if (!added) throw new FormRefusedError({ name: `There is already a token named ${name}` });
    const change = changedFields({}, logged(row, timeZone));
    await logChange(trx, { actor, kind: "token", subject: name, action: "added", fields: change }, now());
  });
  return token;
}

/** Ends a token: its next request is refused, whichever machine it reaches. @returns its name @throws RecordUnknownError */
export function revokeToken({ db, now, settings: { timeZone } }: Context, id: string, actor: string) {
  return db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom("apiTokens").where("id", "=", id).returningAll().executeTakeFirst();
    if (!gone) throw new RecordUnknownError(id);
    const fields = changedFields(logged(gone, timeZone), {});
    await logChange(trx, { actor, kind: "token", subject: gone.name, action: "revoked", fields }, now());
    return gone.name;
  });
}

function logged({ scopes, expiresAt }: Pick<ApiTokensTable, "scopes" | "expiresAt">, timeZone: string) {
  const expires = expiresAt === null ? null : lastDayOf(expiresAt, timeZone);
  return { scopes: readScopes(scopes).join(", "), expires };
}

/** All tokens, by name. */
export async function readTokens(db: Database): Promise<ListedToken[]> {
  const rows = await db.selectFrom("apiTokens").selectAll().orderBy("name").execute();
  return rows.map(({ hash: _, scopes, ...row }) => ({ ...row, scopes: readScopes(scopes) }));
}

const findToken = prepared<{ hash: string; time: number }>()((db, value) =>
  db
    .selectFrom("apiTokens")
    .select(["id", "name", "scopes", "lastUsedAt"])
    .where("hash", "=", value("hash"))
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", value("time"))])),
);

/**
 * Reads whose token it is, and notes its use once a minute. Comparing hashes leaks nothing, by its timing, about a partly right guess.
 *
 * @param bearer what a request has after `Bearer `
 * @returns undefined if it is unknown, revoked or expired
 */
export async function readToken(db: Database, bearer: string, now: Date): Promise<TokenHolder | undefined> {
  if (!tokenShape.test(bearer)) return undefined;
  const time = now.getTime();
  const [found] = await findToken(db, { hash: hashOf(bearer), time });
  if (!found) return undefined;
  const { lastUsedAt, scopes, ...holder } = found;
  if ((lastUsedAt ?? 0) <= time - lastUseStepMs) await noteUse(db, holder.id, time);
  return { ...holder, scopes: readScopes(scopes) };
}

async function noteUse(db: Database, id: string, time: number) {
  await db
    .updateTable("apiTokens")
    .set({ lastUsedAt: time })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<=", time - lastUseStepMs)]))
    .execute();
}

/** 160 random bits need neither salt nor a slow hash. */
function hashOf(token: string) {
  return hash("sha256", token);
}

/** Drops scopes that only a later version of the shop knows. */
function readScopes(saved: string): Scope[] {
  const granted: string[] = JSON.parse(saved);
  return scopes.filter((scope) => granted.includes(scope));
}
