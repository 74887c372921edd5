import { createCartCookie, readCartCookie } from "../accounts/cart-cookie.ts";
import { readOwnSession } from "../accounts/session-user.ts";
import type { CartLine } from "../cart/cart-reducer.ts";
import type { ProductsById } from "../cart/compare-cart.ts";
import { accountsCart, hasCartCookie, linesOf } from "../cart/cookie-cart.ts";
import { mergeCarts } from "../cart/merge-carts.ts";
import { readSavedCart, saveCart } from "../cart/saved-cart.ts";
import { stringifyCart } from "../cart/stored-cart.ts";
import { isOutage } from "../errors.ts";
import { isStorableText } from "../forms/validate.ts";
import type { Shop } from "../shop.ts";
import { decideVat, pricesAt } from "../taxes/treatment.ts";
import { dayOf } from "../values/days.ts";
import { readCartProducts } from "./cart-products.ts";

/** Whose cart it is: the account's, or a visitor's in the cookie of their request. */
export interface CartHolder {
  headers: Headers;
  /** Null for a visitor. */
  user: { uid: string } | null;
}

/** A cart without scripts: a visitor's at current prices, an account's as its devices saved it. See docs/decisions/0397 and docs/decisions/0400. */
export interface CartWithoutScripts {
  lines: CartLine[];
  products: ProductsById;
  /** Of the account's cart; undefined for a visitor. */
  revision: number | undefined;
}

/**
 * Reads the cart of a browser without scripts. A customer's is the account's; what the cookie held before they signed in joins it.
 *
 * @param further ids of other products to read
 */
export async function readCartWithoutScripts(
  shop: Shop,
  { headers, user }: CartHolder,
  further: string[] = [],
): Promise<CartWithoutScripts> {
  const kept = await readCartCookie(shop.accounts, headers);
  const saved = user ? await readSavedCart(shop.db, user.uid, shop.settings.currency) : undefined;
  const products = await readProducts(shop, [...[...kept, ...(saved?.lines ?? [])].map(({ id }) => id), ...further]);
  const own = linesOf(kept, products);
  const lines = saved ? mergeCarts(own, saved.lines, undefined) : own;
  return { lines, products, revision: saved?.revision };
}

/**
 * Keeps a changed cart where it was read from.
 *
 * @returns the cookie to set; why not, if it is too full for a cookie, or the account's cart has changed since
 */
export async function keepCartWithoutScripts(
  { accounts, db, settings: { currency }, now }: Shop,
  { user }: CartHolder,
  { lines, revision }: Pick<CartWithoutScripts, "lines" | "revision">,
): Promise<{ cookie: string } | "full" | "changed"> {
  if (user) {
    const posted = { revision: revision ?? 0, lines: JSON.parse(stringifyCart(lines, currency)) };
    if (!(await saveCart(db, user.uid, posted, { now: now(), currency }))) return "changed";
  }
  const cookie = await createCartCookie(accounts, user ? accountsCart : lines);
  return cookie === undefined ? "full" : { cookie };
}

/** Each time that devices change an account's cart at the same moment, one of them succeeds. */
const mostAttempts = 5;

/** Repeats a change of the cart, from reading it on, when another device has changed it meanwhile. @returns "changed" if that goes on */
export async function onNewestCart<Outcome>(change: () => Promise<Outcome | "changed">): Promise<Outcome | "changed"> {
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    const outcome = await change();
    if (outcome !== "changed") return outcome;
  }
  return change();
}

/**
 * Takes the cart out of the browser of someone who leaves. What a customer's cookie holds joins the cart of their account.
 *
 * @returns a `Set-Cookie` header that ends the cookie; undefined without one
 */
export async function leaveWithCart(shop: Shop, holder: CartHolder) {
  if (!hasCartCookie(holder.headers.get("cookie"))) return undefined;
  if (holder.user) await joinAccountsCart(shop, holder);
  return createCartCookie(shop.accounts, []);
}

/** Has the items of a customer's cookie join the cart of their account. @returns whether that has all of them */
async function joinAccountsCart(shop: Shop, holder: CartHolder) {
  if ((await readCartCookie(shop.accounts, holder.headers)).length === 0) return true;
  const join = async () => keepCartWithoutScripts(shop, holder, await readCartWithoutScripts(shop, holder));
  return (await onNewestCart(join)) !== "changed";
}

interface SignInWithCart {
  /** The cookie of the session that began. */
  session: string;
  /** Whether the browser keeps the account's cart itself. */
  runsScripts: boolean;
}

/**
 * Has the cookie follow a sign-in. A visitor's items join the cart of their account, which scripts do themselves (docs/decisions/0419). Those of another
 * customer, who was signed in until now, go to that one's account, as when they sign out (docs/decisions/0405). The sign-in has happened, so an outage doesn't
 * fail it: then a visitor's items stay in the cookie, and another customer's are lost rather than handed on.
 *
 * @param before whose cart it was before the sign-in
 * @returns a `Set-Cookie` header; undefined to leave the cookie as it is
 */
export async function signInWithCart(shop: Shop, before: CartHolder, { session, runsScripts }: SignInWithCart) {
  if (!hasCartCookie(before.headers.get("cookie")) || (!before.user && runsScripts)) return undefined;
  const isJoined = await joinAtSignIn(shop, before, session).catch((error) => {
    if (!isOutage(error)) throw error;
    return false;
  });
  return before.user || isJoined ? createCartCookie(shop.accounts, runsScripts ? [] : accountsCart) : undefined;
}

async function joinAtSignIn(shop: Shop, { headers, user: before }: CartHolder, session: string) {
  const user = before ?? (await readOwnSession(shop, new Headers({ cookie: session })));
  return user !== undefined && joinAccountsCart(shop, { headers, user });
}

async function readProducts({ db, settings, now }: Shop, ids: string[]): Promise<ProductsById> {
  const { taxes, timeZone } = settings;
  const priceOf = pricesAt(taxes, decideVat(taxes, {}), dayOf(now(), timeZone));
  const wanted = [...new Set(ids)].filter((id) => id !== "" && isStorableText(id));
  const found = await readCartProducts(db, wanted, priceOf, now());
  return new Map(found.map((product) => [product.id, product]));
}
