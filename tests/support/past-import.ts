import type { Database } from "#database/connect.ts";
import { newImportId } from "#shop/catalog/past-imports/past-imports.ts";
import { changeStock } from "#shop/catalog/stock/change-stock.ts";
import { readChanges } from "#shop/changes/change-log.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** Changes a product as an owner does, so that the screen that undoes it exists. @returns the id of its entry in the log */
export async function leaveUndoableChange(shop: Pick<ShopDatabase, "db" | "now">, productId: string) {
  await changeStock(shop, productId, { by: 1 }, "ada@example.com");
  const [change] = await readChanges(shop.db, { kind: "product", subject: productId, limit: 1 });
  return String(change?.id);
}

/** Remembers an import that changed nothing, so that its screen exists. @returns its id */
export async function leavePastImport(db: Database) {
  const id = newImportId();
  const counts = { added: 0, changed: 0, removed: 0 };
  await db
    .insertInto("acts")
    .values({
      id,
      actor: "ada@example.com",
      name: "shop.json",
      createdAt: Date.now(),
      ...counts,
      undoneAt: null,
      undoneBy: null,
    })
    .execute();
  return id;
}
