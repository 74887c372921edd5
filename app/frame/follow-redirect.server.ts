import { redirect } from "react-router";
import { findRedirect } from "#shop/redirects/redirects.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** For addresses that nothing else matches. @throws a redirect if owners have redirected this address */
export async function followRedirect(db: ShopDatabase["db"], { pathname, search }: URL) {
  const to = await findRedirect(db, pathname + search);
  if (to !== undefined) throw moved(to);
}

/** An owner can undo it, so browsers and caches ask again after an hour. */
export function moved(to: string) {
  return redirect(to, { status: 301, headers: { "Cache-Control": "public, max-age=3600" } });
}
