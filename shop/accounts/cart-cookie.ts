import { parse, serialize } from "hono/utils/cookie";
import type { ItemRequest } from "../cart/add-items.ts";
import { readCookieCart, writeCookieCart } from "../cart/cookie-cart.ts";
import type { Accounts } from "./accounts.ts";

const maxAgeSeconds = 30 * 24 * 60 * 60;

/** The items of a request's cookie, which keeps the cart of a browser without scripts. See docs/decisions/0397. */
export async function readCartCookie(accounts: Accounts, headers: Headers): Promise<ItemRequest[]> {
  const { name } = await cookieOf(accounts);
  return readCookieCart(parse(headers.get("cookie") ?? "", name)[name] ?? "");
}

/** A `Set-Cookie` header that keeps these items, or none; undefined if they are too many. Scripts read the cookie (`app/cart/join-cart.ts`). */
export async function createCartCookie(accounts: Accounts, items: ItemRequest[]): Promise<string | undefined> {
  const { name, attributes } = await cookieOf(accounts);
  const value = writeCookieCart(items);
  if (value === undefined) return undefined;
  const { path = "/", secure = false } = attributes;
  return serialize(name, value, { path, secure, sameSite: "Lax", maxAge: items.length > 0 ? maxAgeSeconds : 0 });
}

async function cookieOf(accounts: Accounts) {
  return (await accounts.$context).createAuthCookie("cart");
}
