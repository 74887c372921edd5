import { createHmac } from "node:crypto";
import { constantTimeEqual } from "better-auth/crypto";
import { parse, serialize } from "hono/utils/cookie";
import { parseJson } from "../files/json-bounds.ts";
import { secondStepMinutes } from "../forms/account-fields.ts";
import type { Shop } from "../shop.ts";
import type { Accounts } from "./accounts.ts";
import { readPasswordHash } from "./prove-identity.ts";
import { readToken, signToken } from "./signed-token.ts";

/**
 * A sign-in that waits for its second step, kept by a signed cookie. It is no session. Another password ends it. See docs/decisions/0339.
 */

const validSeconds = secondStepMinutes * 60;

type Context = Pick<Shop, "accounts" | "db" | "now">;

export interface PendingSignIn {
  /** Of this sign-in: tries are counted by it. */
  id: string;
  uid: string;
  email: string;
  /** Of its password. */
  proof: string;
}

/** A `Set-Cookie` header with a sign-in whose password or emailed code was right. @param password its hash */
export async function createPendingCookie(
  context: Context,
  { uid, password }: { uid: string; password: string | null },
) {
  const value = JSON.stringify([crypto.randomUUID(), uid, await proofOf(context.accounts, uid, password)]);
  return writeCookie(context, await signToken(context, "pendingSignIn", value, 1000 * validSeconds), validSeconds);
}

/** A `Set-Cookie` header that removes it. */
export function removePendingCookie(context: Pick<Context, "accounts">) {
  return writeCookie(context, "", 0);
}

/** The sign-in of a request's cookie. Changes nothing. @returns undefined without one, once it has expired, and after the password was changed */
export async function readPendingSignIn(context: Context, request: Headers): Promise<PendingSignIn | undefined> {
  const { name } = await cookieOf(context.accounts);
  const token = parse(request.get("cookie") ?? "", name)[name];
  const value = token && (await readToken(context, "pendingSignIn", token));
  if (!value) return undefined;
  const [id, uid, proof] = parseJson(value) as [string, string, string];
  const user = await context.db.selectFrom("user").select("email").where("id", "=", uid).executeTakeFirst();
  if (!user || !constantTimeEqual(proof, await readPasswordProof(context, uid))) return undefined;
  return { id, uid, email: user.email, proof };
}

/** Changes with an account's password, and tells nothing about it. */
export async function readPasswordProof({ accounts, db }: Pick<Context, "accounts" | "db">, uid: string) {
  return proofOf(accounts, uid, await readPasswordHash(db, uid));
}

async function proofOf(accounts: Accounts, uid: string, password: string | null) {
  const { secret } = await accounts.$context;
  return createHmac("sha256", secret)
    .update(`pending sign-in ${uid} ${password ?? ""}`)
    .digest("base64url");
}

async function cookieOf(accounts: Accounts) {
  return (await accounts.$context).createAuthCookie("second_step");
}

async function writeCookie({ accounts }: Pick<Context, "accounts">, value: string, maxAge: number) {
  const { name, attributes } = await cookieOf(accounts);
  const { path = "/", secure = false } = attributes;
  return serialize(name, value, { path, secure, httpOnly: true, sameSite: "Lax", maxAge });
}
