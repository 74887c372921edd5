import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import type { Accounts, Visitor } from "./accounts.ts";

/**
 * A device cookie says, signed, that somebody has signed in to an account from this browser before
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). Strangers who guess at an account's
 * password lock other strangers out, and not its owner's browsers.
 */
const maxAgeSeconds = 365 * 24 * 60 * 60;
/** How many accounts a browser is remembered for: a family's. The cookie must stay small. */
const maxAccounts = 5;
const entryShape = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** The id under which a browser is known to an account, from its cookie; undefined when it isn't. */
export async function findDevice(accounts: Accounts, visitor: Visitor, email: string) {
  const { secret, createAuthCookie } = await accounts.$context;
  const known = readEntries(visitor, createAuthCookie("device").name).find((entry) => isFor(email, entry, secret));
  return known && entryShape.exec(known)?.[1];
}

/** The `Set-Cookie` header that makes a browser known to an account for a year. */
export async function createDeviceCookie(accounts: Accounts, visitor: Visitor, email: string) {
  const { secret, createAuthCookie } = await accounts.$context;
  const { name, attributes } = createAuthCookie("device");
  const id = randomUUID();
  const others = readEntries(visitor, name).filter((entry) => !isFor(email, entry, secret));
  const entries = [`${id}.${sign(email, id, secret)}`, ...others].slice(0, maxAccounts);
  const { path = "/", secure = false } = attributes;
  return serialize(name, entries.join("~"), { path, secure, httpOnly: true, sameSite: "Lax", maxAge: maxAgeSeconds });
}

function readEntries({ headers }: Visitor, name: string) {
  const value = parse(headers.get("cookie") ?? "", name)[name] ?? "";
  return value.split("~", maxAccounts).filter((entry) => entryShape.test(entry));
}

function isFor(email: string, entry: string, secret: string) {
  const [, id = "", signature = ""] = entryShape.exec(entry) ?? [];
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(email, id, secret)));
}

function sign(email: string, id: string, secret: string) {
  return createHmac("sha256", secret).update(`device ${id} ${email.toLowerCase()}`).digest("base64url");
}
