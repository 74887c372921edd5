import type { FollowedTableName } from "#database/act-triggers.ts";
import type { Database } from "#database/connect.ts";
import { discountErrors, usedErrors } from "../catalog/categories/category-rules.ts";
import type { Uses } from "../catalog/categories/category-use.ts";
import { childrenOf, readCategories } from "../catalog/categories.ts";
import type { Values } from "./fold-rows.ts";

/** Why a record that an act added doesn't go, and what becomes of it instead. */
interface Kept {
  label: string;
  next?: Values;
}

/** What the same undo will have changed by the time that a category goes. */
export interface ComingUses {
  /** How its products change what categories and tags have. Undefined once the database has it. */
  uses?: Uses | undefined;
  /** The slugs of the categories that go, or leave the one that they are in. */
  leaving: ReadonlySet<unknown>;
}

/** Why undoing keeps a record: something needs it. */
export async function whyKept(
  db: Database,
  table: FollowedTableName,
  row: Values,
  coming: ComingUses,
): Promise<Kept | undefined> {
  if (table === "categories") return whyCategoryKept(db, row, coming);
  if (table === "discounts" && Number(row.uses) > 0)
    return { label: "orders used it, so it is only turned off", next: { isDisabled: 1 } };
  return undefined;
}

async function whyCategoryKept(
  db: Database,
  { slug, kind }: Values,
  { uses, leaving }: ComingUses,
): Promise<Kept | undefined> {
  const label = { slug: String(slug), kind: kind as "category" | "tag" };
  const errors = { ...(await usedErrors(db, label, uses)), ...(await discountErrors(db, label.slug)) };
  if (errors.form) return { label: errors.form };
  const children = childrenOf(await readCategories(db), label.slug);
  return children.some((child) => !leaving.has(child.slug)) ? { label: "Other categories are in it." } : undefined;
}
