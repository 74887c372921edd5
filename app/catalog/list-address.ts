import { href } from "react-router";

/** What a list's address contains, except its page number. */
export interface ListState {
  q?: string | undefined;
  filters: string[];
  sort?: string | undefined;
}

/** @param page from 1 */
export function listAddress({ q, filters, sort }: ListState, page = 1) {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  for (const filter of filters) query.append("filter", filter);
  if (sort) query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${href("/products")}?${query}` : href("/products");
}
