import { type Database, lockTable } from "#database/connect.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { addressesElsewhere, exchangeInDraft, exchangePictures, picturesInDraft } from "./hosted-pictures.ts";

const usesAtOnce = 200;

/**
 * Shows fetched pictures in the products that have their old addresses still. Products that have lost them meanwhile, or are gone, stay as they are.
 *
 * @param origin the site that they came from
 */
export async function showFetched(db: Database, origin: string, now: Date) {
  while (await hasFetched(db, origin)) {
    await db.transaction().execute(async (trx) => {
      await lockTable(trx, "products");
      const uses = await readFetched(trx, origin).limit(usesAtOnce).execute();
      const hostedOf = new Map(uses.map(({ source, picture }) => [source, picture ?? source]));
      const ids = [...new Set(uses.map(({ productId }) => productId))];
      const changed = await exchangeIn(trx, "products", { ids, hostedOf, now });
      await exchangeIn(trx, "archivedProducts", { ids, hostedOf, now });
      await exchangeInDrafts(trx, { ids, hostedOf, now });
      if (changed.length > 0) await bumpCatalogVersion(trx, changed);
      for (const { fetchId, productId } of uses) {
        const use = trx.deleteFrom("pictureFetchUses").where("fetchId", "=", fetchId);
        await use.where("productId", "=", productId).execute();
      }
    });
  }
}

async function hasFetched(db: Database, origin: string) {
  return (await readFetched(db, origin).limit(1).executeTakeFirst()) !== undefined;
}

function readFetched(db: Database, origin: string) {
  return db
    .selectFrom("pictureFetches")
    .innerJoin("pictureFetchUses", "fetchId", "pictureFetches.id")
    .select(["fetchId", "productId", "source", "picture"])
    .where("origin", "=", origin)
    .where("state", "=", "fetched");
}

interface Exchange {
  ids: string[];
  hostedOf: Map<string, string>;
  now: Date;
}

/** @returns the numbers of the products that changed */
async function exchangeIn(
  transaction: Database,
  table: "products" | "archivedProducts",
  { ids, hostedOf, now }: Exchange,
) {
  const changed: number[] = [];
  const columns = ["number", "thumbnail", "images", "imageAlts"] as const;
  for (const row of await transaction.selectFrom(table).select(columns).where("id", "in", ids).execute()) {
    const after = exchangePictures(row, hostedOf);
    if (after === row) continue;
    const { number, ...pictures } = after;
    await transaction.updateTable(table).set(pictures).where("number", "=", number).execute();
    await markUsed(transaction, [], [pictures.thumbnail, ...JSON.parse(pictures.images)], now);
    changed.push(number);
  }
  return changed;
}

async function exchangeInDrafts(transaction: Database, { ids, hostedOf, now }: Exchange) {
  const drafts = transaction.selectFrom("draftProducts").select(["id", "content"]).where("id", "in", ids);
  for (const { id, content: before } of await drafts.execute()) {
    const content = exchangeInDraft(before, hostedOf);
    if (content === before) continue;
    await transaction.updateTable("draftProducts").set({ content }).where("id", "=", id).execute();
    const { thumbnail, images } = picturesInDraft(JSON.parse(content));
    await markUsed(transaction, [], [thumbnail, ...JSON.parse(images)], now);
  }
}

/** Whether a product still has the address of a picture that is to be fetched. */
export async function isShown(db: Database, { id, source }: { id: string; source: string }) {
  for (const table of ["products", "archivedProducts"] as const) {
    const users = await db
      .selectFrom(table)
      .innerJoin("pictureFetchUses", "productId", `${table}.id`)
      .select(["thumbnail", "images"])
      .where("fetchId", "=", id)
      .execute();
    if (users.some((user) => addressesElsewhere(user).includes(source))) return true;
  }
  const drafts = db.selectFrom("draftProducts").innerJoin("pictureFetchUses", "productId", "draftProducts.id");
  const users = await drafts.select("content").where("fetchId", "=", id).execute();
  return users.some(({ content }) => addressesElsewhere(picturesInDraft(JSON.parse(content))).includes(source));
}
