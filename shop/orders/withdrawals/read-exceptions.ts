import type { Database } from "#database/connect.ts";
import { type ShopCategory, withdrawalExceptionOf } from "../../catalog/categories.ts";
import { rulesOutReturns, type WithdrawalException } from "../../values/withdrawal.ts";

/** Why consumers can't withdraw from buying some products, by the products' ids. */
export async function readExceptions(db: Database, categories: ShopCategory[], productIds: string[]) {
  const exceptions = new Map<string, WithdrawalException>();
  if (productIds.length === 0 || categories.every(({ withdrawalException }) => !withdrawalException)) return exceptions;
  for (const table of ["products", "archivedProducts"] as const) {
    const rows = await db.selectFrom(table).select(["id", "category"]).where("id", "in", productIds).execute();
    for (const { id, category } of rows) {
      const name = withdrawalExceptionOf(categories, category);
      if (name) exceptions.set(id, name);
    }
  }
  return exceptions;
}

/** The products that can't be returned at all. */
export function exceptedProducts(exceptions: Map<string, WithdrawalException>) {
  return new Set([...exceptions].flatMap(([id, name]) => (rulesOutReturns(name) ? [id] : [])));
}
