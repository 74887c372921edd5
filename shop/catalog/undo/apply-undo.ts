import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { dropRedirects } from "../../redirects/redirects.ts";
import { foldText } from "../../text/fold-text.ts";
import { productAddress } from "../../values/product-address.ts";
import { freeIds } from "../batches/apply-addresses.ts";
import { nextNumber, updateProducts, upsertProducts } from "../batches/write-products.ts";
import { stopFetching } from "../fetched-pictures/stop-fetching.ts";
import { hiddenAt } from "../fields/publication.ts";
import { reindexProducts } from "../lists/search/search-index.ts";
import { type PastDraft, pictureColumns } from "../past-imports/past-product.ts";
import { recordPrices } from "../pricing/price-history.ts";
import type { Product } from "../product.ts";
import { archiveRows, unarchiveRows } from "../products/archive-product.ts";
import type { UndoStep } from "./plan-undo.ts";

interface Writing {
  /** The catalog's version, which the transaction has bumped. */
  version: number;
  now: Date;
}

type StepOf<Effect extends UndoStep["effect"]> = UndoStep & { effect: Effect };

/** Does what undoing an import or another act does to some hundred products at most, in a transaction that keeps other writers out of products. */
export async function applyUndo(transaction: Database, steps: UndoStep[], writing: Writing) {
  const stepsOf = <Effect extends UndoStep["effect"]>(wanted: Effect) =>
    steps.filter((step): step is StepOf<Effect> => step.effect === wanted);
  await deleteProducts(transaction, stepsOf("deleted"), writing);
  const kept = [...stepsOf("restored"), ...stepsOf("archived"), ...stepsOf("unarchived")];
  await restoreProducts(transaction, kept, writing);
  await archiveAgain(transaction, stepsOf("archived"), writing);
  await sellAgain(transaction, stepsOf("unarchived"), writing);
  await returnProducts(transaction, stepsOf("returned"), writing);
}

async function deleteProducts(db: Database, steps: UndoStep[], { now }: Writing) {
  const rows = steps.flatMap(({ before }) => before ?? []);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom("products").where("id", "in", ids).execute();
  await stopFetching(db, ids);
  await reindexProducts(
    db,
    rows.map((before) => ({ before })),
  );
  await markUsed(db, rows.flatMap(addressesOf), [], now);
  await returnDrafts(db, steps);
}

async function returnDrafts(db: Database, steps: UndoStep[]) {
  const rows = steps.flatMap(({ id, draft }) => (draft ? [draftRow(id, draft)] : []));
  const columns = ["id", "titleKey", "content", "group", "madeIds", "position"] as const;
  const conflict = sql`on conflict do nothing`;
  await insertRows(db, { table: "draftProducts", columns: [...columns], rows, conflict });
}

function draftRow(id: string, { content, madeIds, position = 0 }: PastDraft) {
  const { title, group = null }: Product = JSON.parse(content);
  return { id, titleKey: foldText(title), content, group, madeIds, position };
}

async function restoreProducts(db: Database, steps: UndoStep[], { version, now }: Writing) {
  const changes = steps.flatMap(({ before, after }) =>
    before && after ? [{ before, after: { ...after, isHidden: hiddenAt(after, now.getTime()), version } }] : [],
  );
  const { sold = [], archived = [] } = Object.groupBy(changes, ({ before }) =>
    before.archivedAt === undefined ? "sold" : "archived",
  );
  const former = await recordPrices(db, sold, now);
  for (const { after } of sold) if (former.has(after.id)) after.formerCents = former.get(after.id) ?? null;
  await updateProducts(db, "products", sold);
  await reindexProducts(db, sold);
  await updateProducts(db, "archivedProducts", archived);
  const pictured = changes.filter(({ before, after }) =>
    pictureColumns.some((column) => before[column] !== after[column]),
  );
  await markUsed(
    db,
    pictured.flatMap(({ before }) => addressesOf(before)),
    pictured.flatMap(({ after }) => addressesOf(after)),
    now,
  );
}

async function archiveAgain(db: Database, steps: UndoStep[], { version, now }: Writing) {
  const ids = steps.map(({ id }) => id);
  if (ids.length === 0) return;
  await archiveRows(db, await db.selectFrom("products").selectAll().where("id", "in", ids).execute(), version, now);
}

async function sellAgain(db: Database, steps: UndoStep[], { version, now }: Writing) {
  const ids = steps.map(({ id }) => id);
  if (ids.length === 0) return;
  const rows = await db.selectFrom("archivedProducts").selectAll().where("id", "in", ids).execute();
  await unarchiveRows(db, rows, version, now);
}

/**
 * Removed products come back to their places, which others may have, too, until the undo's end. So do their addresses. Numbers that others have got
 * since stay with those.
 */
async function returnProducts(db: Database, steps: UndoStep[], { version, now }: Writing) {
  const rows = steps.flatMap(({ after }) => after ?? []);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await freeIds(db, ids, version);
  const taken = await readTakenNumbers(db, rows);
  let next = Math.max(await nextNumber(db), ...rows.map(({ number }) => number + 1));
  const back = rows.map(
    (row): ProductsTable => ({
      ...row,
      number: taken.has(row.number) ? next++ : row.number,
      address: null,
      isHidden: hiddenAt(row, now.getTime()),
      version,
    }),
  );
  await upsertProducts(db, back);
  await reindexProducts(
    db,
    back.map((after) => ({ after })),
  );
  await dropRedirects(db, back.map(productAddress));
  await markUsed(db, [], back.flatMap(addressesOf), now);
}

async function readTakenNumbers(db: Database, rows: ProductsTable[]) {
  const wanted = rows.map(({ number }) => number);
  const taken = new Set<number>();
  for (const table of ["products", "archivedProducts"] as const) {
    const found = await db.selectFrom(table).select("number").where("number", "in", wanted).execute();
    for (const { number } of found) taken.add(number);
  }
  return taken;
}

function addressesOf({ thumbnail, images }: Pick<ProductsTable, "thumbnail" | "images">): string[] {
  return [thumbnail, ...JSON.parse(images)];
}
