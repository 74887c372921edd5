import { type SqlBool, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { readSizes } from "./product-pictures.ts";

const keptForMs = 30 * 24 * 60 * 60_000;

/**
 * Leaves of a picture that no product has had for a month only the smallest size, for good: receipts, carts and mails name it, and show
 * it small. Whoever asks for another size is given that one. One picture at a time, because it is looked for in all products.
 */
export async function shrinkUnused(db: Database, now: Date) {
  // Looking keeps nobody waiting, as writing does: mostly nothing is due.
  if (!(await findDue(db, now))) return;
  await db.transaction().execute(async (trx) => {
    const picture = await findDue(trx, now);
    if (!picture) return;
    const { id } = picture;
    // Another product may have it, by an import or because its address was typed there.
    const isUsed = (await names(trx, "products", id)) || (await names(trx, "archivedProducts", id));
    const rest = isUsed ? {} : { master: null, dueAt: null };
    await trx
      .updateTable("productPictures")
      .set({ unusedSince: null, ...rest })
      .where("id", "=", id)
      .execute();
    if (isUsed) return;
    const [smallest] = await readSizes(trx, id);
    const files = trx.deleteFrom("productPictureFiles").where("pictureId", "=", id);
    await files.where("width", ">", smallest?.width ?? 0).execute();
  });
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
