import type { ProductCriteria } from "#shop/catalog/lists/find-products.ts";
import { type OwnersSort, ownersSorts } from "#shop/catalog/lists/owners-sorts.ts";
import { readText } from "../lists/list-query.server.ts";

const textLimit = 200;
/** A cursor may contain a whole title. */
const cursorLimit = 2000;
const shows = ["sale", "low", "none", "archived", "drafts"] as const;
type Show = (typeof shows)[number];

/** Parses the URL of the product list. Invalid parameters are dropped. */
export function readProductQuery(given: URLSearchParams) {
  const sort = given.get("sort") ?? "";
  return {
    q: readText(given, "q", textLimit),
    category: readText(given, "category", textLimit),
    show: shows.find((show) => show === given.get("show")),
    sort: Object.hasOwn(ownersSorts, sort) ? (sort as OwnersSort) : ("catalog" as const),
    after: /^\d{1,9}(-.+)?$/s.exec(readText(given, "after", cursorLimit))?.[0],
  };
}

export type ProductQuery = ReturnType<typeof readProductQuery>;

/** What a choice of *Show* asks of active products. */
export function shownCriteria(show: Show | undefined): Pick<ProductCriteria, "stock" | "hasSale"> {
  if (show === "sale") return { hasSale: true };
  return show === "low" || show === "none" ? { stock: show } : {};
}
