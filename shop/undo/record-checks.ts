import type { FollowedTableName } from "#database/act-triggers.ts";
import type { Database } from "#database/connect.ts";
import { toCategoryForm } from "../catalog/categories/category-form.ts";
import { labelErrors, parentErrors } from "../catalog/categories/category-rules.ts";
import { readCategories } from "../catalog/categories.ts";
import { checkDelivery } from "../delivery/change-delivery.ts";
import { FormRefusedError } from "../forms/form-errors.ts";
import { UndoRefusedError } from "./undo-refused-error.ts";

/** Checks what owners' forms check, once an undo has written to some tables. @throws UndoRefusedError */
export async function checkRecords(transaction: Database, changed: ReadonlySet<FollowedTableName>) {
  if (changed.has("categories")) await checkCategories(transaction);
  if (changed.has("categories") || changed.has("discounts")) await checkDiscounts(transaction);
  if (changed.has("deliveryOptions")) await withItsWords(checkDelivery(transaction));
}

async function withItsWords(check: Promise<void>) {
  try {
    await check;
  } catch (error) {
    if (error instanceof FormRefusedError) throw new UndoRefusedError(error.message);
    throw error;
  }
}

async function checkCategories(db: Database) {
  const all = await readCategories(db);
  for (const category of all) {
    const others = all.filter((other) => other !== category);
    const fields = toCategoryForm(category);
    const [problem] = Object.values({ ...labelErrors(others, fields), ...parentErrors(others, fields, category.slug) });
    if (problem) throw new UndoRefusedError(`Category ${category.name}: ${problem}`);
  }
}

async function checkDiscounts(db: Database) {
  const categories = db.selectFrom("categories").select("slug").where("kind", "=", "category");
  const lost = db.selectFrom("discounts").select(["code", "category"]).where("category", "is not", null);
  const found = await lost.where("category", "not in", categories).executeTakeFirst();
  if (found) throw new UndoRefusedError(`The discount code ${found.code} needs the category ${found.category}.`);
}
