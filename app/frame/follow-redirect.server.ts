import { redirect } from "react-router";
import { withQuery } from "#shop/redirects/match-redirect.ts";
import { findRedirect } from "#shop/redirects/redirects.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/**
 * For addresses that nothing else matches.
 *
 * @param more the part of the request's query that isn't looked up, for the new address
 * @throws a redirect if owners have redirected this address
 */
export async function followRedirect(db: ShopDatabase["db"], { pathname, search }: URL, more = "") {
  const to = await findRedirect(db, pathname + search);
  if (to !== undefined) throw moved(withQuery(to, more));
}

/** An owner can undo it, so browsers and caches ask again after an hour. */
export function moved(to: string) {
  return redirect(to, { status: 301, headers: { "Cache-Control": "public, max-age=3600" } });
}
