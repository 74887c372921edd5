import type { ProductPlace } from "#shop/catalog/find-products.ts";
import { type OwnersSort, ownersSorts } from "#shop/catalog/owners-sorts.ts";
import { storableText } from "#shop/validate.ts";

const textLimit = 200;
/** What the columns hold that lists are sorted by, on PostgreSQL. */
const largestInteger = 2 ** 31 - 1;
const shows = ["low", "none", "archived"] as const;

/** What an address of the list of products asks for, as it is shown again; what makes no sense is left out. */
export function readProductQuery(given: URLSearchParams) {
  const sort = given.get("sort") ?? "";
  return {
    q: textOf(given, "q"),
    category: textOf(given, "category"),
    show: shows.find((show) => show === given.get("show")),
    sort: Object.hasOwn(ownersSorts, sort) ? (sort as OwnersSort) : ("catalog" as const),
    after: /^\d{1,15}(-\d{1,15})?$/.exec(given.get("after") ?? "")?.[0],
  };
}

/** Where a list goes on, as its address says it. */
export function readPlace(after: string | undefined): ProductPlace | undefined {
  const [value = 0, position = 0] = after?.split("-").map(Number) ?? [];
  return position > 0 && Math.max(value, position) <= largestInteger ? { value, position } : undefined;
}

function textOf(given: URLSearchParams, name: string) {
  return storableText((given.get(name) ?? "").slice(0, textLimit)).trim();
}
