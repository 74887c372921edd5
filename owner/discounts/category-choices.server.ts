import { pathInWords, readCategories } from "#shop/catalog/categories.ts";
import type { Shop } from "#shop/shop.ts";

/** The categories that a code may be limited to. */
export async function readCategoryChoices({ db }: Pick<Shop, "db">) {
  const all = await readCategories(db);
  return all.filter(({ kind }) => kind === "category").map(({ slug }) => ({ slug, name: pathInWords(all, slug) }));
}
