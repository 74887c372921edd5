import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { changedFields, type FieldValue, logChanges, type NewChange } from "../owners/change-log.ts";
import { differingFields, pairWithCatalog } from "./compare-rows.ts";
import { movesInWords, readMoves } from "./import-order.ts";
import { countProducts } from "./product-ids.ts";
import { textsOf } from "./product-texts.ts";
import { toProduct } from "./read-products.ts";
import type { RowSpool } from "./row-spool.ts";
import { textsIn } from "./write-products.ts";

/** So many products of one import are in the log by themselves. */
export const mostLogged = 1000;

/** Who imports a catalog, what its file is called, and when. */
export interface Importer {
  actor: string;
  name: string;
  at: Date;
}

/**
 * Writes into the log what an import is about to change: each product that is new, changed or removed, at most 1,000, and the import itself, with how many
 * more there are. For the import's transaction, before it writes anything.
 */
export async function logImport(
  transaction: Database,
  spool: RowSpool,
  { by: { actor, name, at }, replace = false }: { by: Importer; replace?: boolean | undefined },
) {
  let logged = 0;
  const counts = { added: 0, removed: 0, changed: 0 };
  const log = async (changes: Pick<NewChange, "subject" | "action" | "fields">[]) => {
    logged += changes.length;
    await logChanges(
      transaction,
      changes.map((change) => ({ actor, kind: "product", ...change })),
      at,
    );
  };
  const productsBefore = await countProducts(transaction);
  if (replace) {
    const { count, rows } = await readOthers(transaction, spool.ids);
    counts.removed = count;
    await log(rows.map((row) => ({ subject: row.id, action: "removed", fields: changedFields(valuesOf(row), {}) })));
  }
  for await (const { json } of spool.batches()) {
    const pairs = await pairWithCatalog(transaction, JSON.parse(json));
    const changed = pairs.filter(({ before, after }) => !before || differingFields(before, after).length > 0);
    const added = changed.filter(({ before }) => !before).length;
    counts.added += added;
    counts.changed += changed.length - added;
    if (logged < mostLogged) await log(await changesOf(transaction, changed.slice(0, mostLogged - logged)));
  }
  const unlisted = counts.added + counts.changed + counts.removed - logged;
  const products = { before: productsBefore, after: productsBefore + counts.added - counts.removed };
  const order = movesInWords(await readMoves(transaction, spool.ids, replace));
  const fields = {
    products,
    ...(order && { order: { before: null, after: order } }),
    ...(unlisted > 0 && { "more products, not listed": { before: null, after: unlisted } }),
  };
  await logChanges(transaction, [{ actor, kind: "product", subject: name, action: "imported", fields }], at);
}

/** What an archived product was is what it is put back from. */
async function changesOf(db: Database, pairs: Awaited<ReturnType<typeof pairWithCatalog>>) {
  const unknown = pairs.flatMap(({ before, after }) => (before ? [] : [after.id]));
  const archived =
    unknown.length > 0 ? await db.selectFrom("archivedProducts").selectAll().where("id", "in", unknown).execute() : [];
  const archivedById = new Map(archived.map(({ archivedAt: _, ...row }) => [row.id, row]));
  return pairs.map(({ before, after }) => {
    const was = before ?? archivedById.get(after.id);
    const action = before ? "edited" : was ? "put back" : "added";
    return { subject: after.id, action, fields: changedFields(was ? valuesOf(was) : {}, valuesOf(after)) };
  });
}

/** A product's fields as other changes have them in the log, and those that only a file sets. */
function valuesOf(row: ProductsTable): Record<string, FieldValue> {
  const { rating, availabilityStatus } = row;
  return { ...textsOf(toProduct(row)), rating, availabilityStatus };
}

async function readOthers(db: Database, ids: string[]) {
  const others = db.selectFrom("products").where(sql<boolean>`id not in (${textsIn(db, ids)})`);
  const { count } = await others.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const rows = await others.selectAll().orderBy("position").limit(mostLogged).execute();
  return { count: Number(count), rows };
}
