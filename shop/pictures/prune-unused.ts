import { type SqlBool, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { cancelJob } from "../jobs/enqueue.ts";
import { readSizes } from "./product-pictures.ts";

const keptForMs = 30 * 24 * 60 * 60_000;

/**
 * Deletes all sizes but the smallest of one picture that no product has used for a month. Receipts, carts and mails still show it
 * small. One picture at a time, because every product is searched for it.
 *
 * @returns whether there was one
 */
export async function pruneUnused(db: Database, now: Date) {
  // Mostly nothing is due, and a read keeps no writer waiting.
  if (!(await findDue(db, now))) return false;
  return db.transaction().execute(async (trx) => {
    const picture = await findDue(trx, now);
    if (!picture) return false;
    const { id } = picture;
    // An import or a typed address may have given it to another product.
    const isUsed = (await names(trx, "products", id)) || (await names(trx, "archivedProducts", id));
    const update = trx.updateTable("productPictures").where("id", "=", id);
    await update.set({ unusedSince: null, ...(!isUsed && { master: null }) }).execute();
    if (!isUsed) await keepSmallestSize(trx, id);
    return true;
  });
}

async function keepSmallestSize(transaction: Database, id: string) {
  await cancelJob(transaction, "pictureSizes", id);
  const [smallest] = await readSizes(transaction, id);
  const files = transaction.deleteFrom("productPictureFiles").where("pictureId", "=", id);
  await files.where("width", ">", smallest?.width ?? 0).execute();
}

function findDue(db: Database, now: Date) {
  const due = db
    .selectFrom("productPictures")
    .select("id")
    .where("unusedSince", "<", now.getTime() - keptForMs);
  return due.limit(1).executeTakeFirst();
}

async function names(db: Database, table: "products" | "archivedProducts", id: string) {
  const part = `%${id}%`;
  const found = await db
    .selectFrom(table)
    .select("id")
    .where(sql<SqlBool>`images like ${part} or thumbnail like ${part}`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
