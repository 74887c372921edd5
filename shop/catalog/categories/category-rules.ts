import type { Database } from "#database/connect.ts";
import { FormRefusedError } from "../../forms/form-errors.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import { mostCategories, mostInMenu, type ShopCategory } from "../categories.ts";
import { slugProblem } from "../filters/category-slug.ts";
import { findDiscountFor } from "./category-discounts.ts";
import type { CategoryField, CategoryFields } from "./category-form.ts";
import { countUses, labelKey } from "./category-use.ts";

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

function menuErrors(others: ShopCategory[], { kind, inMenu }: CategoryFields): Errors {
  if (!inMenu) return {};
  if (kind === "tag") return { inMenu: "Only categories can be in the menu" };
  const isFull = others.filter((other) => other.inMenu).length >= mostInMenu;
  return isFull ? { inMenu: "The menu has room for eight categories. Take another one out first." } : {};
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

export async function usedErrors(db: Database, category: ShopCategory): Promise<Errors> {
  const used = await describeUse(db, category);
  return used ? { form: `${used}. Move them to another category first.` } : {};
}

/** "12 products and 1 archived product use it"; undefined for none. */
async function describeUse(db: Database, label: Pick<ShopCategory, "kind" | "slug">) {
  const { active = 0, archived = 0 } = (await countUses(db)).get(labelKey(label)) ?? {};
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
