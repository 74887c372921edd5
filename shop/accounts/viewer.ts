import { createHmac, timingSafeEqual } from "node:crypto";
import type { Shop } from "../open-shop.ts";

/** Who is signed in, as the browser may know it. */
export interface Viewer {
  uid: string;
  email: string;
  emailVerified: boolean;
}

type Asked = Pick<Shop, "db" | "accounts">;

/**
 * Who sent a request, from its session cookie.
 *
 * @returns the viewer, or null for an anonymous visitor; and the headers that keep the session alive, for the response
 */
export async function readViewer(shop: Asked, request: Headers): Promise<{ viewer: Viewer | null; headers: Headers }> {
  const cookie = request.get("cookie");
  if (!cookie) return { viewer: null, headers: new Headers() };
  const found = await findViewer(shop, cookie);
  if (found) return { viewer: found, headers: new Headers() };
  const { response, headers } = await shop.accounts.api.getSession({ headers: request, returnHeaders: true });
  const viewer = response && {
    uid: response.user.id,
    email: response.user.email,
    emailVerified: response.user.emailVerified,
  };
  return { viewer, headers };
}

/**
 * Most sessions have nothing to be done about them, and then a look at their row is a fifth of what the library's endpoint
 * costs. Whatever is to be renewed, ended or refused is the library's work: undefined.
 */
async function findViewer({ db, accounts }: Asked, cookie: string): Promise<Viewer | undefined> {
  const { authCookies, secret, sessionConfig } = await accounts.$context;
  const token = signedToken(cookie, authCookies.sessionToken.name, secret);
  if (!token) return undefined;
  const session = await db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .select(["session.expiresAt", "user.id", "user.email", "user.emailVerified"])
    .where("session.token", "=", token)
    .executeTakeFirst();
  if (!session) return undefined;
  const { id: uid, email, emailVerified, expiresAt } = session;
  const secondsLeft = (new Date(expiresAt).getTime() - Date.now()) / 1000;
  if (secondsLeft <= sessionConfig.expiresIn - sessionConfig.updateAge) return undefined;
  return { uid, email, emailVerified: Boolean(emailVerified) };
}

/** The token in a session cookie as the library writes it (`token.signature`, HMAC-SHA-256), if the signature is right. */
function signedToken(cookies: string, name: string, secret: string) {
  const cookie = cookies.split("; ").find((each) => each.startsWith(`${name}=`));
  const signed = /=(\w+)\.((?:\w|%2B|%2F){43}%3D)$/.exec(cookie ?? "");
  if (!signed) return undefined;
  const [, token = "", signature = ""] = signed;
  const given = Buffer.from(decodeURIComponent(signature), "base64");
  const right = createHmac("sha256", secret).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}
