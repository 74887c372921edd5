import { createHmac, timingSafeEqual } from "node:crypto";
import { parse } from "hono/utils/cookie";
import { prepared } from "#database/prepared.ts";
import type { Shop } from "../shop.ts";
import { hasSessionCookie, rethrowOutages } from "./accounts.ts";
import { readProfilePicture } from "./customer.ts";

/** Who is signed in. */
export interface Viewer {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** The address of the customer's picture; undefined without one. */
  imageUrl: string | undefined;
}

type Asked = Pick<Shop, "accounts" | "db">;

interface Found {
  viewer: Viewer | null;
  /** What keeps the session alive, or ends it, in the browser: for the response. */
  headers: Headers;
}

/**
 * Who sent a request, from its session cookie: null for an anonymous visitor. Renews a session that is due for it, once a day, so the response
 * must carry the returned headers.
 */
export async function readViewer(shop: Asked, request: Headers): Promise<Found> {
  const { viewer, isCookieCurrent } = await peekViewer(shop, request);
  return isCookieCurrent ? { viewer, headers: new Headers() } : askLibrary(shop, request);
}

/**
 * Who sent a request, without renewing or ending the session: for responses that may turn out to be unable to set a cookie.
 *
 * @returns the viewer, and whether the browser's cookie can stay; if not, `readViewer` has the headers that replace it
 */
export async function peekViewer(
  shop: Asked,
  request: Headers,
): Promise<{ viewer: Viewer | null; isCookieCurrent: boolean }> {
  const cookies = request.get("cookie");
  if (!hasSessionCookie(cookies)) return { viewer: null, isCookieCurrent: true };
  // Every page of a signed-in shopper asks this, so most sessions are read by one query. All others are the accounts library's matter.
  const viewer = await findViewer(shop, cookies ?? "");
  if (viewer) return { viewer, isCookieCurrent: true };
  return { viewer: (await askLibrary(shop, request, { disableRefresh: true })).viewer, isCookieCurrent: false };
}

async function askLibrary({ accounts, db }: Asked, headers: Headers, query?: { disableRefresh: true }): Promise<Found> {
  const { response, headers: answered } = await rethrowOutages(() =>
    accounts.api.getSession({ headers, ...(query && { query }), returnHeaders: true }),
  );
  if (!response) return { viewer: null, headers: answered };
  const { id: uid, email, emailVerified } = response.user;
  return { viewer: { uid, email, emailVerified, imageUrl: await readProfilePicture(db, uid) }, headers: answered };
}

const findSession = prepared<{ token: string }>()((db, value) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .leftJoin("customers", "customers.uid", "user.id")
    .select(["user.id", "user.email", "user.emailVerified", "session.expiresAt", "customers.profilePicture"])
    .where("session.token", "=", value("token")),
);

async function findViewer({ accounts, db }: Asked, cookies: string) {
  const { authCookies, secret, sessionConfig } = await accounts.$context;
  const token = signedValue(cookies, authCookies.sessionToken.name, secret);
  if (!token) return undefined;
  const [row] = await findSession(db, { token });
  if (!row) return undefined;
  // The library prolongs a session once a day, and ends one whose time is up.
  const prolongedFrom = new Date(row.expiresAt).getTime() - 1000 * (sessionConfig.expiresIn - sessionConfig.updateAge);
  if (!(Date.now() < prolongedFrom)) return undefined;
  const { id: uid, email, emailVerified, profilePicture } = row;
  return { uid, email, emailVerified: Boolean(emailVerified), imageUrl: profilePicture ?? undefined };
}

/** A cookie's value without the signature behind it; undefined when that isn't ours (as `signCookieValue` of better-call makes it). */
function signedValue(cookies: string, name: string, secret: string) {
  const [, value, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(parse(cookies, name)[name] ?? "") ?? [];
  if (!value || !signature) return undefined;
  const expected = createHmac("sha256", secret).update(value).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "base64")) ? value : undefined;
}
