import type { Database } from "#database/connect.ts";
import type { CategoriesTable } from "#database/schema.ts";

/** So many categories fit into the menu. */
export const mostInMenu = 8;
/** So many categories and tags can a shop have: menus and filters list them all. */
export const mostCategories = 2500;

/** A category or a tag that owners set up. See docs/decisions/0121. */
export interface ShopCategory extends Omit<CategoriesTable, "inMenu" | "position"> {
  inMenu: boolean;
}

/** All categories and tags, in their order. */
export async function readCategories(db: Database): Promise<ShopCategory[]> {
  const rows = await db.selectFrom("categories").selectAll().orderBy("position").orderBy("slug").execute();
  return rows.map(({ inMenu, position, ...category }) => ({ ...category, inMenu: inMenu === 1 }));
}

/** The category, but no tag, with this slug. */
export function findCategory(categories: ShopCategory[], slug: string | undefined) {
  return categories.find((category) => category.slug === slug && category.kind === "category");
}

/** Those that the shop's menu and home page show. */
export function menuCategories(categories: ShopCategory[]) {
  return categories.filter(({ kind, inMenu }) => kind === "category" && inMenu);
}

/** Whether the shop has categories that its menu doesn't show. */
export function hasMoreCategories(categories: ShopCategory[]) {
  return categories.some(({ kind, inMenu }) => kind === "category" && !inMenu);
}

/** A name inside a sentence: "Skin Care" → "skin care", "TV and audio" stays. */
export function inSentence(name: string) {
  const words = name.split(" ");
  return words.map((word) => (/^\p{Lu}\p{Ll}*$/u.test(word) ? word.toLowerCase() : word)).join(" ");
}

/** Search engines cut off longer titles. */
const mostInTagline = 4;

/** "Beauty, fragrances, furniture and groceries": what the shop sells; "" without categories. */
export function tagline(categories: Pick<ShopCategory, "name">[]) {
  const names = categories.map(({ name }) => name);
  const list = listInSentence(names.length > mostInTagline ? [...names.slice(0, mostInTagline), "more"] : names);
  return list.charAt(0).toUpperCase() + list.slice(1);
}

/** "beauty, fragrances, furniture and groceries"; "" without names. */
export function listInSentence(names: string[]) {
  return new Intl.ListFormat("en-GB").format(names.map(inSentence));
}
