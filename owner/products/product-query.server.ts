import { type OwnersSort, ownersSorts } from "#shop/catalog/lists/owners-sorts.ts";
import { readText } from "../lists/list-query.server.ts";

const textLimit = 200;
/** A cursor may contain a whole title. */
const cursorLimit = 2000;
const shows = ["low", "none", "archived", "drafts"] as const;

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
