import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { startCatalogEpoch } from "../../changes/catalog-version.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { stopFetching } from "../fetched-pictures/stop-fetching.ts";
import { readOrdered } from "./read-ordered.ts";

const day = 24 * 60 * 60_000;
/** Customers withdraw and return within these days, which asks for the product's category. See docs/decisions/0412. */
const daysKeptAfterOrder = 90;
/** Longer than any process takes to learn that a product was archived. */
const learnedWithinMs = 60_000;

/** Which of some products were ordered so lately that they can't be deleted. @param time in milliseconds since 1970 (UTC) */
export function readOrderedLately(db: Database, rows: Pick<ProductsTable, "id">[], time: number) {
  const ids = rows.map(({ id }) => id);
  return readOrdered(db, ids, time - daysKeptAfterOrder * day);
}

export const orderedLately = `It was ordered in the last ${daysKeptAfterOrder} days, and returns may need it.`;

/**
 * Deletes some hundred archived products at most for good, in a transaction that keeps other writers out of products. Orders keep their copies of what
 * was bought. See docs/decisions/0412.
 */
export async function deleteArchivedRows(
  transaction: Database,
  rows: (ProductsTable & { archivedAt?: number })[],
  now: Date,
) {
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom("archivedProducts").where("id", "in", ids).execute();
  await transaction.deleteFrom("stockAlerts").where("productId", "in", ids).execute();
  await stopFetching(transaction, ids);
  const pictures = rows.flatMap(({ thumbnail, images }): string[] => [thumbnail, ...JSON.parse(images)]);
  await markUsed(transaction, pictures, [], now);
  // Another process may not know yet that it was archived, and would list it until its next start.
  if (rows.some(({ archivedAt = 0 }) => archivedAt > now.getTime() - learnedWithinMs))
    await startCatalogEpoch(transaction);
}
