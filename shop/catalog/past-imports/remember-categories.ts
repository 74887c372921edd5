import type { Database } from "#database/connect.ts";
import type { CategoriesTable } from "#database/schema.ts";
import { remember } from "./remember-products.ts";

/** What an import did to a category: it created it, with this name, made it of a tag, or took it out of the menu. */
export type PastCategory = { effect: "created"; name: string } | { effect: "wasTag" } | { effect: "leftMenu" };

interface ChangedCategories {
  created: (Pick<CategoriesTable, "slug" | "name"> & { wasTag: boolean })[];
  leaving: Pick<CategoriesTable, "slug">[];
}

/** Remembers what an import did to categories, in its transaction. */
export async function rememberCategories(
  transaction: Database,
  importId: string,
  { created, leaving }: ChangedCategories,
) {
  const made = created.map(({ slug, name, wasTag }): [string, PastCategory] => [
    slug,
    wasTag ? { effect: "wasTag" } : { effect: "created", name },
  ]);
  const left = leaving.map(({ slug }): [string, PastCategory] => [slug, { effect: "leftMenu" }]);
  await remember(transaction, importId, "category", [...made, ...left]);
}
