import { redirect } from "react-router";

/**
 * Leads an address past a list's end to the last page, with the rest of its query. See docs/decisions/0153.
 *
 * @throws the redirect
 */
export function requirePage(url: URL, asked: number, page: number) {
  if (asked === page) return;
  const query = new URLSearchParams(url.search);
  if (page > 1) query.set("page", String(page));
  else query.delete("page");
  throw redirect(query.size > 0 ? `${url.pathname}?${query}` : url.pathname);
}
