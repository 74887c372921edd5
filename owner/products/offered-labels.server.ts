import { readArchivedTags } from "#shop/catalog/categories/category-use.ts";
import type { ShopCategory } from "#shop/catalog/categories.ts";
import type { Shop } from "#shop/shop.ts";
import { offeredLabels } from "./offered-labels.ts";

/** What a product's form offers. Tags that only archived products have, as those of an archived sample catalog, aren't suggested any more. */
export async function readOfferedLabels({ db, settings }: Pick<Shop, "db" | "settings">, categories: ShopCategory[]) {
  const archived = await readArchivedTags(
    db,
    categories.filter(({ kind }) => kind === "tag"),
  );
  return offeredLabels({ categories: categories.filter((label) => !archived.includes(label)), taxes: settings.taxes });
}
