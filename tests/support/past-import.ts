import type { Database } from "#database/connect.ts";
import { newImportId } from "#shop/catalog/past-imports/past-imports.ts";

/** Remembers an import that changed nothing, so that its screen exists. @returns its id */
export async function leavePastImport(db: Database) {
  const id = newImportId();
  const counts = { added: 0, changed: 0, removed: 0 };
  await db
    .insertInto("pastImports")
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
