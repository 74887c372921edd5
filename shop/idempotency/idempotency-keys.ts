import { hash, randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { parseJson } from "../files/json-bounds.ts";

/** Milliseconds for which an answer is kept. */
const keptForMs = 24 * 60 * 60_000;
/** Milliseconds after which a process that works on a request counts as dead. If it still runs, it can't save anything. */
const leaseMs = 20_000;

/** The most characters of a key. A UUID has 36. */
export const longestKey = 255;

/** A request that its sender may repeat under the same key. */
export interface KeyedRequest {
  /** Whose key it is: a token's or a platform's, such as "token 12". */
  holder: string;
  key: string;
  /** From `fingerprintOf`. */
  fingerprint: string;
}

/** An answer to repeat. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The right of one attempt to answer a request, until its lease ends. */
export type Claim = Pick<KeyedRequest, "holder" | "key"> & { claim: string };

export type Claimed =
  | { outcome: "claimed"; claim: Claim }
  /** An earlier attempt made the change, but died before it answered. */
  | { outcome: "changed"; claim: Claim }
  | { outcome: "answered"; answer: KeptAnswer }
  /** The key belongs to another request. */
  | { outcome: "otherRequest" }
  | { outcome: "underWay" };

/** Another attempt has taken the request over: this one must undo what it did. */
export class ClaimLostError extends Error {
  override name = "ClaimLostError";
}

/** Identifies a request, so that another one under the same key is noticed. @param body as it was sent */
export function fingerprintOf(method: string, path: string, body: string | Uint8Array) {
  return hash("sha256", `${method} ${path}\n${hash("sha256", body)}`, "base64url");
}

/** Claims a request before it is worked on. */
export async function claimRequest(db: Database, request: KeyedRequest, now: Date): Promise<Claimed> {
  const { holder, key, fingerprint } = request;
  const time = now.getTime();
  const fresh = {
    ...{ fingerprint, state: "underWay" as const, claim: randomUUID() },
    ...{ leaseEndsAt: time + leaseMs, answer: null, expiresAt: time + keptForMs },
  };
  const claimed = await db
    .insertInto("idempotencyKeys")
    .values({ holder, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["holder", "key"])
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb("idempotencyKeys.expiresAt", "<=", time),
            eb.and([eb("idempotencyKeys.state", "=", "underWay"), eb("idempotencyKeys.leaseEndsAt", "<=", time)]),
          ]),
        ),
    )
    .returning("claim")
    .executeTakeFirst();
  if (claimed) return { outcome: "claimed", claim: { holder, key, claim: claimed.claim } };
  return readEarlier(db, request);
}

async function readEarlier(db: Database, { holder, key, fingerprint }: KeyedRequest): Promise<Claimed> {
  const row = await db
    .selectFrom("idempotencyKeys")
    .selectAll()
    .where("holder", "=", holder)
    .where("key", "=", key)
    .executeTakeFirst();
  // The other attempt has just failed.
  if (!row) return { outcome: "underWay" };
  if (row.fingerprint !== fingerprint) return { outcome: "otherRequest" };
  if (row.answer !== null) return { outcome: "answered", answer: parseJson(row.answer) as KeptAnswer };
  if (row.state === "changed") return { outcome: "changed", claim: { holder, key, claim: row.claim } };
  return { outcome: "underWay" };
}

/** Notes that a request's change was made, in the transaction that makes it. @throws ClaimLostError */
export async function noteChange(transaction: Database, claim: Claim) {
  await update(transaction, claim, { state: "changed" });
}

/** Keeps a request's answer, in the transaction that makes the change or after it. @throws ClaimLostError */
export async function keepAnswer(transaction: Database, claim: Claim, answer: KeptAnswer) {
  await update(transaction, claim, { state: "changed", answer: JSON.stringify(answer) });
}

async function update(db: Database, { holder, key, claim }: Claim, values: { state: "changed"; answer?: string }) {
  const { numUpdatedRows } = await db
    .updateTable("idempotencyKeys")
    .set(values)
    .where("holder", "=", holder)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError();
}

/** Frees the key of a request that changed nothing, so that it may be corrected and sent again. */
export async function releaseClaim(db: Database, { holder, key, claim }: Claim) {
  await db
    .deleteFrom("idempotencyKeys")
    .where("holder", "=", holder)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .where("state", "=", "underWay")
    .execute();
}

/** Removes expired keys. */
export async function removeExpiredKeys(db: Database, now: Date) {
  await db.deleteFrom("idempotencyKeys").where("expiresAt", "<=", now.getTime()).execute();
}
