import type { FollowedTableName } from "#database/act-triggers.ts";
import type { Database } from "#database/connect.ts";
import { discountErrors, usedErrors } from "../catalog/categories/category-rules.ts";
import { childrenOf, readCategories } from "../catalog/categories.ts";
import type { Values } from "./fold-rows.ts";

/** Why a record that an act added doesn't go, and what becomes of it instead. */
interface Kept {
  label: string;
  next?: Values;
}

/** Why undoing keeps a record: something needs it. */
export async function whyKept(db: Database, table: FollowedTableName, row: Values): Promise<Kept | undefined> {
  if (table === "categories") return whyCategoryKept(db, row);
  if (table === "discounts" && Number(row.uses) > 0)
    return { label: "orders used it, so it is only turned off", next: { isDisabled: 1 } };
  return undefined;
}

async function whyCategoryKept(db: Database, { slug, kind }: Values): Promise<Kept | undefined> {
  const label = { slug: String(slug), kind: kind as "category" | "tag" };
  const errors = { ...(await usedErrors(db, label)), ...(await discountErrors(db, label.slug)) };
  if (errors.form) return { label: errors.form };
  return childrenOf(await readCategories(db), label.slug).length > 0
    ? { label: "Other categories are in it." }
    : undefined;
}
