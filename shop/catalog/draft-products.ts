import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { logChange } from "../owners/change-log.ts";
import { markUsed } from "../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import { foldText } from "./fold-text.ts";
import type { Product } from "./product.ts";

/** A draft; undefined when there is none with that id. */
export async function readDraft(db: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db.selectFrom("draftProducts").select("content").where("id", "=", id).executeTakeFirst();
  return row && JSON.parse(row.content);
}

/** Those of the drafts that exist, by title. */
export async function readDrafts(db: Database, ids: string[]): Promise<Product[]> {
  const storable = ids.filter(isStorableText);
  if (storable.length === 0) return [];
  const query = db.selectFrom("draftProducts").select("content").where("id", "in", storable);
  const rows = await query.orderBy("titleKey").orderBy("id").execute();
  return rows.map(({ content }) => JSON.parse(content));
}

/** Reads a draft and locks it until the transaction ends. */
export async function lockDraft(transaction: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const query = transaction.selectFrom("draftProducts").select("content").where("id", "=", id);
  const row = await (engineOf(transaction) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
  return row && JSON.parse(row.content);
}

export async function insertDraft(transaction: Database, draft: Product, now: Date) {
  await markUsed(transaction, [], picturesIn(draft), now);
  await transaction.insertInto("draftProducts").values(rowOf(draft)).execute();
}

export async function updateDraft(transaction: Database, before: Product, after: Product, now: Date) {
  await markUsed(transaction, picturesIn(before), picturesIn(after), now);
  await transaction.updateTable("draftProducts").set(rowOf(after)).where("id", "=", after.id).execute();
}

/** Deletes a draft for good: shoppers never saw it. @returns whether there was such a draft */
export async function deleteDraft({ db, now }: Pick<ShopDatabase, "db" | "now">, id: string, actor: string) {
  return db.transaction().execute(async (trx) => {
    const draft = await lockDraft(trx, id);
    if (!draft) return false;
    await markUsed(trx, picturesIn(draft), [], now());
    await trx.deleteFrom("draftProducts").where("id", "=", id).execute();
    await logChange(trx, { actor, kind: "product", subject: id, action: "draft deleted" }, now());
    return true;
  });
}

/** One page of the drafts, by title. @param skip how many came before */
export async function findDrafts(
  db: Database,
  { text, skip, limit }: { text?: string | undefined; skip: number; limit: number },
) {
  const page = draftsMatching(db, text)
    .select("content")
    .orderBy("titleKey")
    .orderBy("id")
    .offset(skip)
    .limit(limit + 1);
  const rows = await page.execute();
  return {
    products: rows.slice(0, limit).map(({ content }): Product => JSON.parse(content)),
    next: rows.length > limit ? skip + limit : undefined,
  };
}

function draftsMatching(db: Database, text: string | undefined) {
  const query = db.selectFrom("draftProducts");
  if (!text) return query;
  const part = `%${foldText(text).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return query.where((eb) => eb.or([eb("id", "=", text), sql<boolean>`"titleKey" like ${part} escape '\\'`]));
}

function rowOf(draft: Product) {
  return { id: draft.id, titleKey: foldText(draft.title), content: JSON.stringify(draft) };
}

function picturesIn({ thumbnail, images }: Product) {
  return [thumbnail, ...images];
}
