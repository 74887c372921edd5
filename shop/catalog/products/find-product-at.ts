import type { Database } from "#database/connect.ts";
import { isStorableText } from "../../forms/validate.ts";
import { isAt } from "../../values/product-address.ts";
import { toProduct } from "../fields/product-row.ts";
import { isOver, isUpcoming } from "../fields/publication.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";

/** The product with an address or ID. Archived products keep their pages. */
export async function findProductAt(
  db: Database,
  segment: string,
): Promise<{ product: Product; isArchived: boolean } | undefined> {
  if (!isStorableText(segment)) return undefined;
  const row = await db.selectFrom("products").selectAll().where(isAt(segment)).executeTakeFirst();
  if (row) return { product: toProduct(row), isArchived: false };
  const found = await db.selectFrom("archivedProducts").selectAll().where(isAt(segment)).executeTakeFirst();
  if (!found) return undefined;
  const { archivedAt: _, ...archived } = found;
  return { product: toProduct(usualRow(archived)), isArchived: true };
}

/** What shoppers see of it at a moment: nothing before it is published, and an archived product once its time is over. */
export async function findShownProductAt(db: Database, segment: string, now: Date) {
  const found = await findProductAt(db, segment);
  if (!found || (!found.isArchived && isUpcoming(found.product, now.getTime()))) return undefined;
  return { ...found, isArchived: found.isArchived || isOver(found.product, now.getTime()) };
}
