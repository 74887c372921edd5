import { readPastImports } from "#shop/catalog/past-imports/past-imports.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { ShownImport } from "./past-imports.tsx";

/** The latest imports as their list shows them. */
export async function showImports({ db, settings }: Pick<ShopDatabase, "db" | "settings">): Promise<ShownImport[]> {
  const imports = await readPastImports(db);
  return imports.map(({ id, name, actor, added, changed, removed, createdAt, undoneAt, undos, isLeft }) => ({
    ...{ id, name, actor, added, changed, removed, at: formatMoment(createdAt, settings) },
    state: undoneAt === null ? (undos > 0 ? "in part" : "possible") : isLeft ? "going on" : "done",
  }));
}
