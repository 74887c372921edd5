import type { Database } from "#database/connect.ts";
import type { CategoriesTable } from "#database/schema.ts";
import {
  isWithdrawalException,
  type ReturnException,
  type WithdrawalException,
  withdrawalExceptions,
} from "../values/withdrawal.ts";

/** So many categories fit into the menu, besides those within others. */
export const mostInMenu = 8;
/** So many categories fit below each of them. */
export const mostInSubmenu = 12;
/** So many categories and tags can a shop have: menus and filters list them all. */
export const mostCategories = 2500;

/** A category or a tag that owners set up. See docs/decisions/0121. */
export interface ShopCategory extends Omit<CategoriesTable, "inMenu" | "position"> {
  inMenu: boolean;
}

/** All categories and tags, in their order. Categories within another one follow it. See docs/decisions/0213. */
export async function readCategories(db: Database): Promise<ShopCategory[]> {
  const rows = await db.selectFrom("categories").selectAll().orderBy("position").orderBy("slug").execute();
  return inTreeOrder(rows.map(({ inMenu, position, ...category }) => ({ ...category, inMenu: inMenu === 1 })));
}

function inTreeOrder(categories: ShopCategory[]) {
  const slugs = new Set(categories.map(({ slug }) => slug));
  const byParent = Map.groupBy(categories, ({ parent }) => (parent !== null && slugs.has(parent) ? parent : null));
  return (byParent.get(null) ?? []).flatMap((category) => [category, ...(byParent.get(category.slug) ?? [])]);
}

/** The categories within one. */
export function childrenOf(categories: ShopCategory[], slug: string) {
  return categories.filter(({ parent }) => parent === slug);
}

/** The category with the one that it is in, outermost first: one or two; none for an unknown slug. */
export function categoryPath(categories: ShopCategory[], slug: string | undefined): ShopCategory[] {
  const category = findCategory(categories, slug);
  const parent = findCategory(categories, category?.parent ?? undefined);
  return [parent, category].filter((each) => each !== undefined);
}

/** The category, but no tag, with this slug. */
export function findCategory(categories: ShopCategory[], slug: string | undefined) {
  return categories.find((category) => category.slug === slug && category.kind === "category");
}

/** Why consumers can't withdraw from buying what is in a category. One without a reason has that of the one that it is in. */
export function withdrawalExceptionOf(categories: ShopCategory[], slug: string): WithdrawalException | undefined {
  const names = categoryPath(categories, slug).map(({ withdrawalException }) => withdrawalException);
  const name = names.findLast((name) => name !== "") ?? "";
  return isWithdrawalException(name) ? name : undefined;
}

/** How the returns of a category's products differ from the shop's, which their page and search engines are told. */
export function returnExceptionOf(categories: ShopCategory[], slug: string): ReturnException | undefined {
  const name = withdrawalExceptionOf(categories, slug);
  if (!name) return undefined;
  const { reason, isSealed } = withdrawalExceptions[name];
  return { reason, isSealed };
}

/** Those that the shop's menu and home page show, without those within others. */
export function menuCategories(categories: ShopCategory[]) {
  return topCategories(categories).filter(({ inMenu }) => inMenu);
}

/** Those that the menu shows below one of its categories. */
function submenuCategories(categories: ShopCategory[], slug: string) {
  return childrenOf(categories, slug).filter(({ inMenu }) => inMenu);
}

/** A category of the menu, with those in it. */
export interface MenuCategory extends Pick<ShopCategory, "slug" | "name"> {
  children?: MenuCategory[];
}

/** What the menu shows. */
export function toMenu(categories: ShopCategory[]): MenuCategory[] {
  return menuCategories(categories).map(({ slug, name }) => {
    const children = submenuCategories(categories, slug).map(({ slug, name }) => ({ slug, name }));
    return { slug, name, ...(children.length > 0 && { children }) };
  });
}

/** "Clothing > Tees": a category's name after that of the one that it is in. */
export function pathInWords(categories: ShopCategory[], slug: string) {
  return categoryPath(categories, slug)
    .map(({ name }) => name)
    .join(" > ");
}

/** All categories that are in no other one. */
export function topCategories(categories: ShopCategory[]) {
  return categories.filter(({ kind, parent }) => kind === "category" && parent === null);
}

/** Whether the shop has categories that its menu doesn't show. */
export function hasMoreCategories(categories: ShopCategory[]) {
  const tops = menuCategories(categories);
  const shown = tops.flatMap(({ slug }) => submenuCategories(categories, slug)).length + tops.length;
  return shown < categories.filter(({ kind }) => kind === "category").length;
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
  return englishList.format(names.map(inSentence));
}

const englishList = new Intl.ListFormat("en-GB");
