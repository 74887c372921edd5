import type { Database } from "#database/connect.ts";
import { changedFields, logChange } from "../../changes/change-log.ts";
import { bumpSettingsVersion } from "../../changes/change-settings.ts";
import { slugOf } from "../../text/slug.ts";
import { mostCategories, readCategories, type ShopCategory } from "../categories.ts";
import { slugProblem } from "../filters/category-slug.ts";
import { type CategoryFields, nameLimit } from "./category-form.ts";
import { hasMenuRoom } from "./category-rules.ts";
import { insertCategory } from "./change-category.ts";
import { findTypedCategory } from "./typed-category.ts";

/** The category of a product's form. */
export type ChosenCategory =
  /** `created` is the name of a new one. */
  { slug: string; created?: string; error?: undefined } | { slug?: undefined; created?: undefined; error: string };

/**
 * Finds the category that someone typed by its address or name, or else creates it. The transaction has locked the product.
 *
 * @param by whom the change log names, and when
 */
export async function chooseCategory(
  transaction: Database,
  text: string,
  by: { actor: string; now: Date },
): Promise<ChosenCategory> {
  const known = findTyped(await readCategories(transaction), text);
  if (known) return known;
  // Others who create categories wait from here on, so the second of two finds the first one's.
  await bumpSettingsVersion(transaction);
  const all = await readCategories(transaction);
  return findTyped(all, text) ?? create(transaction, all, text, by);
}

function findTyped(all: ShopCategory[], text: string): ChosenCategory | undefined {
  const found = findTypedCategory(
    all.filter(({ kind }) => kind === "category"),
    text,
  );
  return found && { slug: found.slug };
}

async function create(
  transaction: Database,
  all: ShopCategory[],
  name: string,
  { actor, now }: { actor: string; now: Date },
): Promise<ChosenCategory> {
  if (name.length > nameLimit) return { error: `must be at most ${nameLimit} characters long` };
  const slug = slugOf(name);
  const tag = all.find((other) => other.slug === slug);
  if (tag) return { error: `is taken by the tag ${tag.name}` };
  if (all.length >= mostCategories) return { error: "can't be new: the shop has as many categories as it can" };
  if (slugProblem(slug)) return { error: "is taken by another filter" };
  const fields: CategoryFields = {
    name,
    slug,
    description: "",
    picture: "",
    color: "",
    kind: "category",
    parent: "",
    searchWords: "",
    withdrawalException: "",
    inMenu: hasMenuRoom(all, "") ? "on" : "",
  };
  await insertCategory(transaction, fields);
  const change = { actor, kind: "category" as const, subject: slug, action: "added" };
  await logChange(transaction, { ...change, fields: changedFields({}, fields) }, now);
  return { slug, created: name };
}
