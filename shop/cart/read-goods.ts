import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { isSoldOut } from "../catalog/availability.ts";
import { isStorableText } from "../validate.ts";
import { linesLimit } from "./cart-limits.ts";
import type { Goods } from "./compare-cart.ts";

/** What is posted to ask for goods: the ids of products, no more than a cart has lines. */
export const goodsForm = v.object({
  ids: v.pipe(v.array(v.unknown()), v.maxLength(linesLimit), v.array(v.pipe(v.string(), v.check(isStorableText)))),
});

/** What the catalog says today of products, in the order of their ids. Those that it doesn't have are left out. */
export async function readGoods(db: Database, ids: string[]): Promise<Goods[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("products")
    .select(["id", "title", "priceCents", "thumbnail", "stock", "availabilityStatus"])
    .where("id", "in", ids)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const { title, priceCents, thumbnail } = row;
    return [{ id, title, priceCents, thumbnail, stock: isSoldOut(row) ? 0 : row.stock }];
  });
}
