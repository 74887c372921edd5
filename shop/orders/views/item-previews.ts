import type { Database } from "#database/connect.ts";
import { type Options, withOptions } from "../../values/product-options.ts";

/** Pictures that a list shows of an order. */
const shownLines = 3;

/** What a list shows of an order's items. */
export interface ItemPreview {
  /** All pieces of all lines. */
  pieces: number;
  /** The first lines' products. */
  first: { productId: string; title: string; options: Options; thumbnail: string }[];
}

/** The first items of each of some orders, by the orders' ids. An order may have 500 lines, so the others are only counted. */
export async function readItemPreviews(db: Database, orderIds: number[]): Promise<Map<number, ItemPreview>> {
  if (orderIds.length === 0) return new Map();
  const lines = db.selectFrom("orderLines").where("orderId", "in", orderIds);
  const first = await lines
    .select(["orderId", "productId", "title", "options", "thumbnail"])
    .where("position", "<", shownLines)
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  const counts = await lines
    .select((eb) => ["orderId", eb.fn.sum<number>("quantity").as("pieces")])
    .groupBy("orderId")
    .execute();
  const firstByOrder = Map.groupBy(first, ({ orderId }) => orderId);
  return new Map(
    counts.map(({ orderId, pieces }) => {
      const shown = (firstByOrder.get(orderId) ?? []).map(({ orderId: _, ...line }) => withOptions(line));
      return [orderId, { pieces: Number(pieces), first: shown }];
    }),
  );
}
