import * as v from "valibot";
import { readGroupPage } from "#shop/catalog/lists/read-groups.ts";
import { safeParse } from "#shop/forms/validate.ts";
import type { Message } from "#shop/platforms/refusal.ts";
import { parseSearchText } from "#shop/text/search-words.ts";
import { TransportError } from "../errors.ts";
import { defineOperation } from "../operation.ts";
import { pageSize, searchRequest } from "./catalog-schemas.ts";
import { askedList } from "./list-choice.ts";
import { productJson } from "./product-json.ts";

/** Of one product in a search; `get_product` has more. */
const mostVariants = 25;

const place = v.tuple([
  v.pipe(v.number(), v.integer(), v.minValue(1)),
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(pageSize.most)),
]);

export const searchCatalog = defineOperation({
  name: "search_catalog",
  title: "Search the catalog",
  description:
    "Finds products by words, categories, price and other filters. Amounts are in minor units. A variant's id is what a cart takes.",
  capability: "dev.ucp.shopping.catalog.search",
  method: "POST",
  path: "/catalog/search",
  bodyName: "catalog",
  body: searchRequest,
  resultSchema: "catalog_search.json#/$defs/search_response",
  async run({ shop: { settings }, db, body: { query, filters, sort, pagination, context } }) {
    const [page, perPage] = readCursor(pagination);
    const { filters: asked, price, isEmpty, messages } = askedList(settings, filters, context);
    const q = parseSearchText(query ?? null);
    const list = { q, filters: asked, price, sort, page, perPage, mostVariants };
    const found = isEmpty ? nothing : await readGroupPage(db, list);
    const told = [...searchMessages(found), ...messages];
    return {
      content: {
        products: found.groups.map((group) => productJson(settings, { group })),
        pagination: {
          ...(found.hasMore && { cursor: writeCursor(page + 1, perPage) }),
          has_next_page: found.hasMore,
          total_count: found.total,
        },
        ...(told.length > 0 && { messages: told }),
      },
    };
  },
});

type Found = Awaited<ReturnType<typeof readGroupPage>>;

const nothing: Found = { groups: [], total: 0, hasMore: false, correctedQuery: undefined, isPartial: false };

/** How the search was understood. */
function searchMessages({ correctedQuery, isPartial }: Found): Message[] {
  const told: Message[] = [];
  if (correctedQuery !== undefined)
    told.push({ type: "info", code: "search_corrected", content: `Showing results for “${correctedQuery}”.` });
  if (isPartial)
    told.push({
      type: "info",
      code: "search_partial",
      content: "Nothing matches every word, so these match some of them.",
    });
  return told;
}

/** A page and how many products it has: later pages keep the size of the first. @throws TransportError */
function readCursor({ cursor, limit }: { cursor?: string | undefined; limit: number }): [number, number] {
  if (cursor === undefined) return [1, Math.min(limit, pageSize.most)];
  const parts = Buffer.from(cursor, "base64url").toString("latin1").split(" ").map(Number);
  const parsed = safeParse(place, parts);
  if (!parsed.success) throw new TransportError("invalid_request", "pagination.cursor: This shop didn't make it");
  return parsed.output;
}

function writeCursor(page: number, perPage: number) {
  return Buffer.from(`${page} ${perPage}`).toString("base64url");
}
