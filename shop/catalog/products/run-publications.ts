import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { logChanges } from "../../changes/change-log.ts";
import type { ShopDatabase } from "../../shop.ts";
import { isShownAt } from "../fields/publication.ts";
import { archiveRows } from "./archive-product.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

const productsAtATime = 100;
/** The shop itself, in the log. */
const actor = "shop";

/**
 * Publishes the products whose time has come, and archives those whose time is over. Any process may do it, and any number at once.
 *
 * @returns when the next one is due, in milliseconds since 1970 (UTC)
 */
export async function runPublications(context: Context): Promise<number | undefined> {
  while ((await takeDown(context)) === productsAtATime);
  while ((await publish(context)) === productsAtATime);
  return nextPublication(context.db);
}

/** @returns how many were published */
function publish({ db, now }: Context) {
  const time = now().getTime();
  return db.transaction().execute(async (trx) => {
    const due = lockedIds(trx)
      // Written out, because the index has only these.
      .where("isHidden", "=", sql.lit(1))
      .where((eb) => eb.or([eb("publishAt", "is", null), eb("publishAt", "<=", time)]))
      .where(isShownAt(time));
    const rows = await due.execute();
    if (rows.length === 0) return 0;
    const numbers = rows.map(({ number }) => number);
    await trx.updateTable("products").set({ isHidden: 0 }).where("number", "in", numbers).execute();
    await bumpCatalogVersion(trx, numbers);
    await logAll(trx, rows, { action: "published", now: now() });
    return rows.length;
  });
}

/** @returns how many were archived */
function takeDown({ db, now }: Context) {
  const time = now().getTime();
  return db.transaction().execute(async (trx) => {
    const due = await lockedIds(trx).where("unpublishAt", "<=", time).execute();
    if (due.length === 0) return 0;
    const rows = await trx
      .selectFrom("products")
      .selectAll()
      .where(
        "number",
        "in",
        due.map(({ number }) => number),
      )
      .execute();
    await archiveRows(trx, rows, await bumpCatalogVersion(trx), now());
    await logAll(trx, rows, { action: "archived", now: now() });
    return rows.length;
  });
}

/** By their ids, as orders lock products. SQLite locks no rows, and would read the whole catalog for that order. */
function lockedIds(transaction: Database) {
  const query = transaction.selectFrom("products").select(["id", "number"]).limit(productsAtATime);
  return engineOf(transaction) === "postgres" ? query.orderBy("id").forUpdate() : query;
}

async function logAll(transaction: Database, rows: { id: string }[], { action, now }: { action: string; now: Date }) {
  const changes = rows.map(({ id }) => ({ actor, kind: "product" as const, subject: id, action }));
  await logChanges(transaction, changes, now);
}

async function nextPublication(db: Database) {
  const { published, over } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("products")
        .select((of) => of.fn.min("publishAt").as("at"))
        .where("isHidden", "=", sql.lit(1))
        .as("published"),
      eb
        .selectFrom("products")
        .select((of) => of.fn.min("unpublishAt").as("at"))
        .where("unpublishAt", "is not", null)
        .as("over"),
    ])
    .executeTakeFirstOrThrow();
  const moments = [published, over].flatMap((at) => (at === null ? [] : Number(at)));
  return moments.length > 0 ? Math.min(...moments) : undefined;
}
