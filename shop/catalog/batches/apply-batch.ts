import type { Database } from "#database/connect.ts";
import { databaseNow } from "#database/database-clock.ts";
import type { ProductsTable } from "#database/schema.ts";
import { dropRedirects } from "../../redirects/redirects.ts";
import { productAddress } from "../../values/product-address.ts";
import { relabelled } from "../category-labels.ts";
import { askForPictures } from "../fetched-pictures/ask-for-pictures.ts";
import { withHostedPictures } from "../fetched-pictures/hosted-pictures.ts";
import { newColumns } from "../fields/product-row.ts";
import { hiddenAt } from "../fields/publication.ts";
import type { ImportBatch, PlannedRow } from "../files/planning/plan-import.ts";
import { reindexProducts } from "../lists/search/search-index.ts";
import {
  rememberAddresses,
  rememberMoved,
  rememberRemoved,
  rememberWritten,
} from "../past-imports/remember-products.ts";
import { recordPrices } from "../pricing/price-history.ts";
import { type PricedRow, saleAt, saleColumns, shopRow, withoutSale } from "../pricing/usual-price.ts";
import { freeIds, leaveAddresses, takeAddresses } from "./apply-addresses.ts";
import { moveProducts } from "./move-products.ts";
import { writeDrafts } from "./write-drafts.ts";
import { nextNumber, upsertProducts } from "./write-products.ts";

/** Changes the catalog as a batch says. @param version the catalog's, which the transaction has just bumped, with other writers kept out of products */
export async function applyBatch(transaction: Database, batch: ImportBatch, version: number) {
  const now = databaseNow(transaction);
  const { removed, moved, rows, pastId } = batch;
  if (removed) await removeProducts(transaction, removed, pastId);
  if (moved && pastId) await rememberMoved(transaction, pastId, moved);
  if (moved) await moveProducts(transaction, moved, version);
  if (batch.drafts) await writeDrafts(transaction, batch.drafts, { now, pastId });
  if (rows) await writeRows(transaction, rows, { version, now, pastId });
  if (batch.relabelled) await relabelRows(transaction, batch.relabelled, version);
  if (batch.leaving && pastId) await rememberAddresses(transaction, pastId, batch.leaving);
  if (batch.leaving) await leaveAddresses(transaction, batch.leaving, version);
  if (batch.arriving) await takeAddresses(transaction, batch.arriving, version);
  if (batch.pictures) await askForPictures(transaction, batch.pictures, now);
}

async function relabelRows(db: Database, relabel: NonNullable<ImportBatch["relabelled"]>, version: number) {
  const before = await db.selectFrom("products").selectAll().where("number", "in", relabel.numbers).execute();
  const changes = before.map((row) => ({ before: row, after: { ...row, ...relabelled(row, relabel), version } }));
  await upsertProducts(
    db,
    changes.map(({ after }) => after),
  );
  await reindexProducts(db, changes);
}

async function removeProducts(db: Database, numbers: number[], pastId: string | undefined) {
  const rows = await db.selectFrom("products").selectAll().where("number", "in", numbers).execute();
  if (pastId) await rememberRemoved(db, pastId, rows);
  await db.deleteFrom("products").where("number", "in", numbers).execute();
  await reindexProducts(
    db,
    rows.map((before) => ({ before })),
  );
}

interface Writing {
  version: number;
  now: Date;
  pastId: string | undefined;
}

async function writeRows(db: Database, staged: PlannedRow[], { version, now, pastId }: Writing) {
  const ids = staged.map(({ row }) => row.id);
  await freeIds(db, ids, version);
  const known = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const knownById = new Map(known.map((row) => [row.id, row]));
  const planned = await withNewPictures(db, staged, knownById);
  let next = await nextNumber(db);
  const { archived, drafts } = await takeUnsold(db, ids);
  const added = planned.filter(({ row: { id } }) => !knownById.has(id) && !archived.has(id));
  await dropRedirects(
    db,
    added.map(({ row: { id } }) => productAddress({ id })),
  );
  const priced = planned.map((each) => pricedRow(each, knownById.get(each.row.id), now));
  const former = await recordPrices(
    db,
    priced.map((after) => ({ before: knownById.get(after.id), after })),
    now,
  );
  const rows = planned.map(({ row, seen }, index): ProductsTable => {
    const before = knownById.get(row.id);
    const number = before?.number ?? archived.get(row.id)?.number ?? next++;
    return {
      // A batch that an earlier version staged lacks newer columns.
      ...(before ?? newColumns),
      ...(priced[index] as PricedRow & typeof row),
      address: (before ?? archived.get(row.id))?.address ?? null,
      formerCents: former.has(row.id) ? (former.get(row.id) ?? null) : (before?.formerCents ?? null),
      isHidden: hiddenAt(row, now.getTime()),
      ...(before && seen && stockToKeep(row, seen, before)),
      number,
      version,
    };
  });
  await upsertProducts(db, rows);
  await reindexProducts(
    db,
    rows.map((after) => ({ before: knownById.get(after.id), after })),
  );
  if (!pastId) return;
  const written = rows.map((after) => {
    const { id } = after;
    return { after, before: knownById.get(id), archived: archived.get(id), draft: drafts.get(id) };
  });
  await rememberWritten(db, pastId, written);
}

/** Pictures may have been fetched since the file was compared. */
async function withNewPictures(db: Database, planned: PlannedRow[], knownById: Map<string, ProductsTable>) {
  const changed = planned.filter(({ row: { id, thumbnail, images } }) => {
    const before = knownById.get(id);
    return thumbnail !== before?.thumbnail || images !== before.images;
  });
  const hosted = await withHostedPictures(
    db,
    changed.map(({ row }) => row),
  );
  const rowById = new Map(hosted.map((row) => [row.id, row]));
  return planned.map((each) => ({ ...each, row: rowById.get(each.row.id) ?? each.row }));
}

/** A row with the prices that the shop sells by. A sale may have started or ended since the file was compared: unless the file changes it, it stays. */
function pricedRow({ row, seen }: PlannedRow, before: ProductsTable | undefined, now: Date) {
  const isKept = saleColumns.every((column) => row[column] === undefined || row[column] === seen?.[column]);
  const { saleCents, saleStartsAt, saleEndsAt } = isKept ? (before ?? withoutSale) : saleAt(row, now.getTime());
  return shopRow({ ...row, saleCents, saleStartsAt, saleEndsAt, usualCompareAtCents: null });
}

/** Orders may have taken pieces since the file was compared: where the file didn't change the stock, theirs counts. */
function stockToKeep(row: PlannedRow["row"], seen: NonNullable<PlannedRow["seen"]>, before: ProductsTable) {
  if (row.stock !== seen.stock || row.availabilityStatus !== seen.availabilityStatus) return undefined;
  const { stock, availabilityStatus } = before;
  return { stock, availabilityStatus };
}

/** Archived products and drafts that the file names are sold from now on. @returns them by their ids */
async function takeUnsold(db: Database, ids: string[]) {
  const drafts = await db.deleteFrom("draftProducts").where("id", "in", ids).returningAll().execute();
  const archived = await db.deleteFrom("archivedProducts").where("id", "in", ids).returningAll().execute();
  return {
    drafts: new Map(drafts.map((row) => [row.id, row])),
    archived: new Map(archived.map((row) => [row.id, row])),
  };
}
