import type { Database } from "#database/connect.ts";
import { FormRefusedError } from "../../forms/form-errors.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import { childrenOf, mostCategories, mostInMenu, mostInSubmenu, type ShopCategory } from "../categories.ts";
import { slugProblem } from "../filters/category-slug.ts";
import { findDiscountFor } from "./category-discounts.ts";
import type { CategoryField, CategoryFields } from "./category-form.ts";
import { countUses, labelKey, type Uses } from "./category-use.ts";

type Errors = FieldErrors<CategoryField | "form">;

export function refuseIfAny(errors: Errors) {
  if (Object.keys(errors).length > 0) throw new FormRefusedError(errors);
}

export function slugErrors(others: ShopCategory[], slug: string): Errors {
  const taken = others.find((other) => other.slug.toLowerCase() === slug.toLowerCase());
  const problem = taken ? `The ${taken.kind} ${taken.name} already uses this address` : slugProblem(slug);
  return problem ? { slug: problem } : {};
}

/** @param others what the shop has besides the new one */
export function countErrors(others: unknown[]): Errors {
  return others.length >= mostCategories ? { form: tooManyCategories } : {};
}

const tooManyCategories = `A shop can have up to ${mostCategories.toLocaleString("en")} categories and tags`;

/** What only categories may have. */
export function labelErrors(others: ShopCategory[], fields: CategoryFields): Errors {
  return { ...menuErrors(others, fields), ...searchWordsErrors(fields) };
}

function menuErrors(others: ShopCategory[], { kind, inMenu, parent }: CategoryFields): Errors {
  if (!inMenu) return {};
  if (kind === "tag") return { inMenu: "Only categories can be in the menu" };
  if (hasMenuRoom(others, parent)) return {};
  const room = parent ? "twelve categories below another one" : "eight categories";
  return { inMenu: `The menu has room for ${room}. Take another one out first.` };
}

/** Whether the menu has room for one more category: within its parent, or else beside the others. */
export function hasMenuRoom(others: Pick<ShopCategory, "inMenu" | "parent">[], parent: string) {
  const beside = others.filter((other) => other.inMenu && (other.parent ?? "") === parent);
  return beside.length < (parent ? mostInSubmenu : mostInMenu);
}

/**
 * Categories have two levels.
 *
 * @param others what the shop has besides it
 * @param slug its saved address, which its children name
 */
export function parentErrors(others: ShopCategory[], { kind, parent }: CategoryFields, slug: string): Errors {
  const hasChildren = childrenOf(others, slug).length > 0;
  if (kind === "tag" && hasChildren) return { kind: "Other categories are in it, so its kind can't be changed" };
  if (!parent) return {};
  if (kind === "tag") return { parent: "Only categories can be in another one" };
  const found = others.find((other) => other.slug === parent && other.kind === "category");
  if (!found) return { parent: "Choose a category from the list" };
  if (found.parent) return { parent: `${found.name} is in another category itself. Categories have two levels.` };
  return hasChildren ? { parent: "Other categories are in this one. Categories have two levels." } : {};
}

function searchWordsErrors({ kind, searchWords }: CategoryFields): Errors {
  return kind === "tag" && searchWords ? { searchWords: "Only categories can have search words" } : {};
}

export async function kindErrors(db: Database, { kind, slug }: CategoryFields): Promise<Errors> {
  const used = await describeUse(db, { kind, slug });
  if (used) return { kind: `${used}, so its kind can't be changed` };
  const { form } = await discountErrors(db, slug);
  return form ? { kind: form } : {};
}

/** A code that is only for one category must not lose it. */
export async function discountErrors(db: Database, slug: string): Promise<Errors> {
  const code = await findDiscountFor(db, slug);
  return code ? { form: `The discount code ${code} is only for this category. Change the code first.` } : {};
}

/** @param change how the uses will have changed by then */
export async function usedErrors(
  db: Database,
  category: Pick<ShopCategory, "kind" | "slug">,
  change?: Uses,
): Promise<Errors> {
  const used = await describeUse(db, category, change);
  return used ? { form: `${used}. Move them to another category first.` } : {};
}

/** "12 products and 1 archived product use it"; undefined for none. */
async function describeUse(db: Database, label: Pick<ShopCategory, "kind" | "slug">, change: Uses = new Map()) {
  const key = labelKey(label);
  const now = (await countUses(db)).get(key);
  const [active, archived] = (["active", "archived"] as const).map(
    (state) => (now?.[state] ?? 0) + (change.get(key)?.[state] ?? 0),
  ) as [number, number];
  const parts = [
    active > 0 && `${active} ${active === 1 ? "product" : "products"}`,
    archived > 0 && `${archived} archived ${archived === 1 ? "product" : "products"}`,
  ].filter(Boolean);
  if (parts.length === 0) return undefined;
  return `${parts.join(" and ")} ${active + archived === 1 ? "uses" : "use"} it`;
}

export function targetErrors(all: ShopCategory[], slug: string, moveTo: string): Errors {
  const target = all.find((category) => category.slug === moveTo && category.kind === "category");
  return target && moveTo !== slug ? {} : { form: "Choose another category for the products" };
}
