import type { Database } from "#database/connect.ts";
import { readUsualProduct } from "../lists/read-products.ts";
import type { Product } from "../product.ts";
import { readArchivedProduct } from "./archive-product.ts";
import { readDraft } from "./draft-products.ts";

/** Only active products are in the shop. */
export type ProductStatus = "draft" | "active" | "archived";

/** A product, whatever its status, with its usual prices during a sale; undefined when there is none with that id. */
export async function readAnyProduct(
  db: Database,
  id: string,
): Promise<{ product: Product; status: ProductStatus } | undefined> {
  const active = await readUsualProduct(db, id);
  if (active) return { product: active, status: "active" };
  const draft = await readDraft(db, id);
  if (draft) return { product: draft, status: "draft" };
  const found = await readArchivedProduct(db, id);
  if (!found) return undefined;
  const { archivedAt: _, ...product } = found;
  return { product, status: "archived" };
}
