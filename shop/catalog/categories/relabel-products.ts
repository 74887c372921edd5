import type { Database } from "#database/connect.ts";
import { readAct } from "../../changes/acts.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { applyBatch } from "../batches/apply-batch.ts";
import { stageAtOnce } from "../batches/staged-import.ts";
import { type Relabel, relabelled } from "../category-labels.ts";
import type { ImportBatch } from "../files/planning/plan-import.ts";
import { readNumbersWith } from "./category-use.ts";

/** Products up to which a change is one transaction: it takes less than a second. */
const maxAtOnce = 1000;
/** Each batch is a transaction, which delays no order. */
const productsPerBatch = 150;

/**
 * Changes a category or tag of all products that have it, archived ones too. The transaction has kept writers out of products and imports. Many
 * products are changed batch by batch in the background, from at most ten seconds later on.
 *
 * @returns how many products have the category
 */
export async function relabelProducts(transaction: Database, relabel: Relabel) {
  const archived = await relabelArchived(transaction, relabel);
  const numbers = await readNumbersWith(transaction, "products", relabel);
  const batches = [...inBatches(numbers)].map((numbers): ImportBatch => ({ relabelled: { ...relabel, numbers } }));
  const products = numbers.length + archived;
  if (numbers.length > maxAtOnce) {
    const act = await readAct(transaction);
    await stageAtOnce(
      transaction,
      batches.map((batch) => ({ ...batch, act })),
    );
    return products;
  }
  const version = await bumpCatalogVersion(transaction);
  for (const batch of batches) await applyBatch(transaction, batch, version);
  return products;
}

/** They are few, and no index knows them. */
async function relabelArchived(db: Database, relabel: Relabel) {
  const numbers = await readNumbersWith(db, "archivedProducts", relabel);
  for (const number of numbers) {
    const row = await db
      .selectFrom("archivedProducts")
      .select(["category", "tags"])
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    await db.updateTable("archivedProducts").set(relabelled(row, relabel)).where("number", "=", number).execute();
  }
  return numbers.length;
}

function* inBatches<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += productsPerBatch)
    yield items.slice(start, start + productsPerBatch);
}
