import type { Database } from "#database/connect.ts";
import { type Options, withOptions } from "../../values/product-options.ts";
import { isShownAt } from "../fields/publication.ts";
import type { Product } from "../product.ts";
import { isSoldOut } from "../stock/availability.ts";

/** What shoppers choose among on a product's page. */
export interface Variant {
  id: string;
  /** The last part of its page's address; null for the ID. */
  address: string | null;
  title: string;
  options: Options;
  priceCents: number;
  thumbnail: string;
  isSoldOut: boolean;
}

/** Pages show no more than these of a group, so that a mistake in its name doesn't slow them down. */
const mostVariants = 1000;

/** The first product of a group that shoppers see, by which it is known; undefined for none. */
export async function readFirstVariant(db: Database, { group }: Pick<Product, "group">, now: Date) {
  if (!group) return undefined;
  const products = db.selectFrom("products").select(["id", "address"]).where("group", "=", group);
  return products.where(isShownAt(now.getTime())).orderBy("position").limit(1).executeTakeFirst();
}

/** The products of a product's group that shoppers see, in the catalog's order, and itself. None for a product without siblings. */
export async function readVariants(
  db: Database,
  { id, group }: Pick<Product, "id" | "group">,
  now: Date,
): Promise<Variant[]> {
  if (!group) return [];
  const products = db
    .selectFrom("products")
    .select(["id", "address", "title", "options", "priceCents", "thumbnail", "stock", "availabilityStatus"])
    .orderBy("position");
  const isShown = isShownAt(now.getTime());
  // Owners look at a product before it is published.
  const ofGroup = products.where("group", "=", group).where((eb) => eb.or([eb("id", "=", id), isShown(eb)]));
  const rows = await ofGroup.limit(mostVariants).execute();
  if (!rows.some((row) => row.id === id)) rows.push(...(await products.where("id", "=", id).execute()));
  if (rows.length < 2) return [];
  return rows.map(({ stock, availabilityStatus, ...row }) => ({
    ...withOptions(row),
    isSoldOut: isSoldOut({ stock, availabilityStatus }),
  }));
}
