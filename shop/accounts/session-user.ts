import { createHmac } from "node:crypto";
import { constantTimeEqual } from "better-auth/crypto";
import { parse } from "hono/utils/cookie";
import { prepared } from "#database/prepared.ts";
import type { OwnerRole } from "#database/schema.ts";
import type { Shop } from "../shop.ts";
import { hasSessionCookie, rethrowOutages } from "./accounts.ts";

export interface SessionUser {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** The profile picture's address. */
  imageUrl: string | undefined;
  /** Whether the user is an owner or staff, whom pages show the way to the back office. `readOwner` decides what they may do. */
  isOwner: boolean;
}

type Context = Pick<Shop, "accounts" | "db" | "now">;

interface Session {
  user: SessionUser | null;
  /** When the password or code was typed, in milliseconds since 1970 (UTC); undefined without a session. */
  signedInAt: number | undefined;
  /** When a second factor began it; undefined without one. */
  secondFactorAt: number | undefined;
  /** Renews or removes the session cookie; the response must carry it. */
  headers: Headers;
}

/** The session of a request's cookie. Renews it once a day, so the response must carry the returned headers. */
export async function readSession(shop: Context, request: Headers): Promise<Session> {
  const { isCookieCurrent, ...session } = await peekSession(shop, request);
  return isCookieCurrent ? { ...session, headers: new Headers() } : askLibrary(shop, request);
}

/**
 * Reads a session without renewing or ending it, for responses that may turn out unable to set a cookie.
 *
 * @returns the user, and whether the browser can keep its cookie; if it can't, `readSession` returns the headers that replace it
 */
export async function peekSession(
  shop: Context,
  request: Headers,
): Promise<Omit<Session, "headers"> & { isCookieCurrent: boolean }> {
  const cookies = request.get("cookie");
  if (!hasSessionCookie(cookies)) return { ...noSession, isCookieCurrent: true };
  // Every page of a signed-in shopper needs this, so one query reads most sessions. The library handles those due for renewal. See docs/decisions/0048.
  const found = await findUser(shop, cookies ?? "");
  if (found) return { ...found, isCookieCurrent: true };
  const { headers: _, ...session } = await askLibrary(shop, request, { disableRefresh: true });
  return { ...session, isCookieCurrent: false };
}

const noSession = { user: null, signedInAt: undefined, secondFactorAt: undefined };

async function askLibrary(
  { accounts, db }: Context,
  headers: Headers,
  query?: { disableRefresh: true },
): Promise<Session> {
  const { response, headers: answered } = await rethrowOutages(() =>
    accounts.api.getSession({ headers, ...(query && { query }), returnHeaders: true }),
  );
  if (!response) return { ...noSession, headers: answered };
  const customers = db.selectFrom("customers").leftJoin("owners", "owners.uid", "customers.uid");
  const ofUser = customers.select(["profilePicture", "role"]).where("customers.uid", "=", response.user.id);
  const user = toUser({ profilePicture: null, role: null, ...response.user, ...(await ofUser.executeTakeFirst()) });
  return { user, ...timesOf(response.session), headers: answered };
}

/** In milliseconds since 1970 (UTC). */
function timesOf({
  createdAt,
  secondFactorAt,
}: {
  createdAt: Date | string;
  secondFactorAt?: Date | string | null | undefined;
}) {
  return {
    signedInAt: new Date(createdAt).getTime(),
    secondFactorAt: secondFactorAt ? new Date(secondFactorAt).getTime() : undefined,
  };
}

interface UserRow {
  id: string;
  email: string;
  /** SQLite has 0 and 1. */
  emailVerified: boolean | number;
  profilePicture: string | null;
  role: OwnerRole | null;
}

function toUser({ id: uid, email, emailVerified, profilePicture, role }: UserRow): SessionUser {
  const isVerified = Boolean(emailVerified);
  const isOwner = isVerified && role !== null;
  return { uid, email, emailVerified: isVerified, imageUrl: profilePicture ?? undefined, isOwner };
}

const findSession = prepared<{ token: string }>()((db, value) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .leftJoin("customers", "customers.uid", "user.id")
    .leftJoin("owners", "owners.uid", "user.id")
    .select(["user.id", "user.email", "user.emailVerified", "customers.profilePicture", "owners.role"])
    .select(["session.expiresAt", "session.createdAt", "session.secondFactorAt"])
    .where("session.token", "=", value("token")),
);

/** The session of a request's cookie, and when its password or code was typed. @returns undefined if it has ended */
export async function readOwnSession({ accounts, db, now }: Context, request: Headers) {
  const { authCookies, secret } = await accounts.$context;
  const token = readSignedCookie(request.get("cookie") ?? "", authCookies.sessionToken.name, secret);
  if (!token) return undefined;
  const columns = ["id", "userId", "createdAt", "expiresAt", "secondFactorAt"] as const;
  const row = await db.selectFrom("session").select(columns).where("token", "=", token).executeTakeFirst();
  if (!row || new Date(row.expiresAt) <= now()) return undefined;
  return { id: row.id, uid: row.userId, ...timesOf(row) };
}

async function findUser({ accounts, db, now }: Context, cookies: string) {
  const { authCookies, secret, sessionConfig } = await accounts.$context;
  const token = readSignedCookie(cookies, authCookies.sessionToken.name, secret);
  if (!token) return undefined;
  const [row] = await findSession(db, { token });
  if (!row) return undefined;
  // The library renews a session once a day and ends expired ones.
  const renewableFrom = new Date(row.expiresAt).getTime() - 1000 * (sessionConfig.expiresIn - sessionConfig.updateAge);
  if (!(now().getTime() < renewableFrom)) return undefined;
  return { user: toUser(row), ...timesOf(row) };
}

/** A cookie's value without its signature; undefined unless the accounts library has signed it. */
function readSignedCookie(cookies: string, name: string, secret: string) {
  const [, value, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(parse(cookies, name)[name] ?? "") ?? [];
  if (!value || !signature) return undefined;
  // The library's own way through Web Crypto takes 54 µs instead of 2, and every page of a signed-in shopper needs this.
  const expected = createHmac("sha256", secret).update(value).digest("base64");
  return constantTimeEqual(signature, expected) ? value : undefined;
}
