import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { normalizeEmail } from "../values/email-address.ts";
import type { Accounts, RequestMetadata } from "./accounts.ts";

/**
 * A signed cookie that proves an earlier sign-in to an account from this browser
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). Browsers that have one get their own rate
 * limit, so strangers who guess the account's password can't lock them out. See docs/decisions/0047.
 */
const maxAgeSeconds = 365 * 24 * 60 * 60;
/** Enough for a family; a cookie must stay under 4 KB. */
const maxAccounts = 5;
const entryShape = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** The browser's id for an account; undefined if it hasn't signed in to it before. */
export async function findDevice(accounts: Accounts, metadata: RequestMetadata, email: string) {
  const { secret, createAuthCookie } = await accounts.$context;
  const known = readEntries(metadata, createAuthCookie("device").name).find((entry) => isFor(email, entry, secret));
  return known && entryShape.exec(known)?.[1];
}

/** A `Set-Cookie` header that remembers a sign-in for a year. */
export async function createDeviceCookie(accounts: Accounts, metadata: RequestMetadata, email: string) {
  const { secret, createAuthCookie } = await accounts.$context;
  const { name, attributes } = createAuthCookie("device");
  const id = randomUUID();
  const others = readEntries(metadata, name).filter((entry) => !isFor(email, entry, secret));
  const entries = [`${id}.${sign(email, id, secret)}`, ...others].slice(0, maxAccounts);
  const { path = "/", secure = false } = attributes;
  return serialize(name, entries.join("~"), { path, secure, httpOnly: true, sameSite: "Lax", maxAge: maxAgeSeconds });
}

function readEntries({ headers }: RequestMetadata, name: string) {
  const value = parse(headers.get("cookie") ?? "", name)[name] ?? "";
  return value.split("~", maxAccounts).filter((entry) => entryShape.test(entry));
}

function isFor(email: string, entry: string, secret: string) {
  const [, id = "", signature = ""] = entryShape.exec(entry) ?? [];
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(email, id, secret)));
}

function sign(email: string, id: string, secret: string) {
  return createHmac("sha256", secret)
    .update(`device ${id} ${normalizeEmail(email)}`)
    .digest("base64url");
}
