import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { addPictureSources, pictureSources } from "../../pictures/picture-sources.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { dropRedirects } from "../../redirects/redirects.ts";
import { productAddress } from "../../values/product-address.ts";
import { nextNumber, upsertProducts } from "../batches/write-products.ts";
import { picturesIn } from "../fields/draft-row.ts";
import { type ProductRow, rowOf, toProduct } from "../fields/product-row.ts";
import { hiddenAt } from "../fields/publication.ts";
import { reindexProducts } from "../lists/search/search-index.ts";
import { recordPrices } from "../pricing/price-history.ts";
import { shopRow, withoutSale } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { nextPosition } from "./archive-product.ts";

/** A locked product's row, and what an owner made of it: with the usual prices, which return when a sale ends. */
export interface EditedRow {
  before: ProductsTable;
  edited: ProductRow;
}

/** Saves some hundred edited products at most, with all that follows from their prices, pictures and texts. */
export async function saveRows(transaction: Database, edits: EditedRow[], now: Date) {
  if (edits.length === 0) return;
  const pairs = edits.map(({ before, edited }) => ({ before, after: shopRow({ ...before, ...edited }) }));
  const [were, are] = [pairs.map(({ before }) => toProduct(before)), pairs.map(({ after }) => toProduct(after))];
  await addPictureSources(transaction, are.flatMap(pictureSources));
  await markUsed(transaction, were.flatMap(picturesIn), are.flatMap(picturesIn), now);
  const version = await bumpCatalogVersion(transaction);
  const former = await recordPrices(transaction, pairs, now);
  const rows = pairs.map(({ before, after }) => {
    const formerCents = former.has(after.id) ? (former.get(after.id) ?? null) : before.formerCents;
    return { ...after, formerCents, isHidden: hiddenAt(after, now.getTime()), version };
  });
  await upsertProducts(transaction, rows);
  await reindexProducts(transaction, pairs);
}

/** Adds some hundred products at most, at the catalog's end, in a transaction that keeps other writers out of products. */
export async function insertProducts(transaction: Database, products: Product[], now: Date) {
  if (products.length === 0) return;
  await dropRedirects(transaction, products.map(productAddress));
  await addPictureSources(transaction, products.flatMap(pictureSources));
  await markUsed(transaction, [], products.flatMap(picturesIn), now);
  const [number, position] = [await nextNumber(transaction), await nextPosition(transaction)];
  const version = await bumpCatalogVersion(transaction);
  const added = products.map((product, index) => rowOf(product, position + index));
  const former = await recordPrices(
    transaction,
    added.map((after) => ({ before: undefined, after })),
    now,
  );
  const rows = added.map((row, index) => ({
    ...row,
    ...withoutSale,
    usualCompareAtCents: null,
    formerCents: former.get(row.id) ?? null,
    isHidden: hiddenAt(row, now.getTime()),
    number: number + index,
    version,
  }));
  await upsertProducts(transaction, rows);
  await reindexProducts(
    transaction,
    rows.map((after) => ({ after })),
  );
}
