import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { cancelJob } from "../jobs/enqueue.ts";
import { mailSizes } from "./picture-sizes.ts";
import { readSizes } from "./uploaded-pictures.ts";

const keptForMs = 30 * 24 * 60 * 60_000;

/** Everything that may show an uploaded picture: tables, and their columns with an address or a text that has some. */
const pictureUsers = {
  products: ["images", "thumbnail"],
  archivedProducts: ["images", "thumbnail"],
  draftProducts: ["content"],
  categories: ["picture"],
  pages: ["text"],
  settings: ["value"],
} as const;

/**
 * Deletes all sizes but those of mails and the smallest of pages of one picture that nothing has used for a month. Receipts, carts and mails still show it
 * small. One picture at a time, because everything is searched for it. See docs/decisions/0092.
 *
 * @returns whether there was one
 */
export async function pruneUnused(db: Database, now: Date) {
  // Mostly nothing is due, and a read keeps no writer waiting.
  if (!(await findDue(db, now))) return false;
  return db.transaction().execute(async (trx) => {
    const picture = await findDue(trx, now);
    if (!picture) return false;
    const { id, address } = picture;
    const isUsed = await isNamed(trx, id);
    const update = trx.updateTable("productPictures").where("id", "=", id);
    // A used one is looked for again in a month: an import or a typed address may have named it, and may stop without a word.
    await update
      .set(isUsed ? { unusedSince: now.getTime() } : { unusedSince: null, master: null, object: null })
      .execute();
    if (isUsed) return true;
    await keepSmallestSize(trx, id);
    // An import that names it again fetches it again.
    await trx.deleteFrom("pictureFetches").where("picture", "=", address).execute();
    return true;
  });
}

async function keepSmallestSize(transaction: Database, id: string) {
  await cancelJob(transaction, "pictureSizes", id);
  const smallest = (await readSizes(transaction, id)).find(({ width }) => width > mailSizes.square.width);
  const files = transaction.deleteFrom("productPictureFiles").where("pictureId", "=", id);
  await files.where("width", ">", smallest?.width ?? 0).execute();
}

function findDue(db: Database, now: Date) {
  const due = db
    .selectFrom("productPictures")
    .select(["id", "address"])
    .where("unusedSince", "<", now.getTime() - keptForMs);
  return due.limit(1).executeTakeFirst();
}

async function isNamed(db: Database, id: string) {
  for (const [table, columns] of Object.entries(pictureUsers)) {
    const isIn = sql.join(
      columns.map((column) => sql`${sql.ref(column)} like ${`%${id}%`}`),
      sql` or `,
    );
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${isIn} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
