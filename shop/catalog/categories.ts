import type { Database } from "#database/connect.ts";
import type { CategoriesTable } from "#database/schema.ts";

/** So many categories fit into the menu. */
export const mostInMenu = 8;

/** A category or a tag that owners set up. */
export interface ShopCategory extends Omit<CategoriesTable, "inMenu" | "position"> {
  inMenu: boolean;
}

/** All categories and tags, in their order. */
export async function readCategories(db: Database): Promise<ShopCategory[]> {
  const rows = await db.selectFrom("categories").selectAll().orderBy("position").orderBy("slug").execute();
  return rows.map(({ inMenu, position, ...category }) => ({ ...category, inMenu: inMenu === 1 }));
}

/** The catalog's four categories: what the address says of each (`?filter=`), and what people read. */
export const categories = [
  { value: "beauty", label: "Beauty" },
  { value: "fragrances", label: "Fragrances" },
  { value: "furniture", label: "Furniture" },
  { value: "groceries", label: "Groceries" },
] as const;

export type Category = (typeof categories)[number]["value"];

/** The ways into the catalog that every page offers. */
export const departments = [...categories, { value: "onSale", label: "On sale" }] as const;

/** What a list of one category is called; undefined for any other filter. */
export function categoryLabel(filter: string | undefined) {
  return categories.find(({ value }) => value === filter)?.label;
}
