import { redirect } from "react-router";
import { findRedirect } from "#shop/redirects/redirects.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { privatePage } from "#web/cacheability.ts";

/**
 * For addresses that nothing else matches.
 *
 * @param address with the query that was asked for (`askedQueryContext`)
 * @throws a redirect if owners have redirected this address
 */
export async function followRedirect(db: ShopDatabase["db"], address: string) {
  const to = await findRedirect(db, address);
  if (to !== undefined) throw moved(to);
}

/** Not kept by browsers and caches: where an owner renames something back, both addresses would lead to each other. */
export function moved(to: string) {
  return redirect(to, { status: 301, headers: { "Cache-Control": privatePage } });
}
