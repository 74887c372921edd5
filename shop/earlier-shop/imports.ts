import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { logChange } from "../changes/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { describeImport, tables } from "./import-people.ts";
import { takeBackRows } from "./kept-rows.ts";

const shownImports = 50;

/** The imports of customers and orders, newest first, with what can be undone. */
export async function readImports(db: Database) {
  const imports = await db
    .selectFrom("earlierShopImports")
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(shownImports)
    .execute();
  return Promise.all(imports.map(async (found) => ({ ...found, ...(await countRows(db, found)) })));
}

async function countRows(db: Database, { id, kind }: { id: string; kind: keyof typeof tables }) {
  const { name, isTaken } = tables[kind];
  const table = sql.table(name);
  // Each of the two counts needs an index alone.
  const { rows } = await sql<{ added: number; taken: number; changed: number }>`
    select count(*) as added, count(case when ${isTaken} then 1 end) as taken,
      (select count(*) from ${table} where "changedBy" = ${id} and before is not null and not ${isTaken}) as changed
    from ${table} where "importId" = ${id}`.execute(db);
  const [counts] = rows;
  return { added: Number(counts?.added), taken: Number(counts?.taken), changed: Number(counts?.changed) };
}

/**
 * Undoes an import: removes its orders, or its customers who have no account yet, and takes back what it changed.
 *
 * @returns how many rows it removed; undefined if there is no such import
 */
export async function undoImport({ db, now }: Pick<ShopDatabase, "db" | "now">, id: string, actor: string) {
  const found = await db.selectFrom("earlierShopImports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!found) return undefined;
  const removed = await takeBackRows(db, tables[found.kind], id);
  await db.transaction().execute(async (trx) => {
    const { added, taken } = await countRows(trx, found);
    // Customers with an account keep what the earlier shop knew of them.
    if (added === 0) await trx.deleteFrom("earlierShopImports").where("id", "=", id).execute();
    const fields = { removed: { before: null, after: removed }, kept: { before: null, after: taken } };
    await logChange(trx, { actor, kind: "import", subject: describeImport(found), action: "undone", fields }, now());
  });
  return removed;
}
