import type { ExpressionBuilder } from "kysely";
import type { ProductsTable, Schema } from "#database/schema.ts";

/** From when to when shoppers see a product, in milliseconds since 1970 (UTC); no bound where there is none. */
export interface Publication {
  publishAt?: number | null | undefined;
  unpublishAt?: number | null | undefined;
}

/** Whether a product isn't published yet at a moment. */
export function isUpcoming({ publishAt }: Publication, time: number) {
  return publishAt != null && publishAt > time;
}

/** Whether a product's time is over at a moment: it then is as an archived one, and the shop soon archives it. */
export function isOver({ unpublishAt }: Publication, time: number) {
  return unpublishAt != null && unpublishAt <= time;
}

/** What a row says of it, for lists. See docs/decisions/0215. */
export function hiddenAt(product: Publication, time: number): ProductsTable["isHidden"] {
  return isUpcoming(product, time) || isOver(product, time) ? 1 : 0;
}

/** The condition that shoppers see a product at a moment. */
export function isShownAt(time: number) {
  return (eb: ExpressionBuilder<Schema, "products">) =>
    eb.and([
      eb.or([eb("publishAt", "is", null), eb("publishAt", "<=", time)]),
      eb.or([eb("unpublishAt", "is", null), eb("unpublishAt", ">", time)]),
    ]);
}
