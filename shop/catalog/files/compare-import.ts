import type { Database } from "#database/connect.ts";
import { ScratchSet } from "#database/scratch.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { Currency } from "../../values/currencies.ts";
import { numberFromCents } from "../../values/money.ts";
import { readOptions } from "../../values/product-options.ts";
import { addressesElsewhere } from "../fetched-pictures/hosted-pictures.ts";
import type { FileValue } from "../fields/field-kinds.ts";
import type { FieldName } from "../fields/product-fields.ts";
import { fileValueIn } from "../fields/product-row.ts";
import { changesOnly, fetchesPictures, type ImportOptions, noSurroundings, spoolCatalog } from "./import-catalog.ts";
import { differingFields, pairWithCatalog } from "./planning/compare-rows.ts";
import { checkAddresses } from "./planning/import-addresses.ts";
import { type CategoryPlan, planCategories } from "./planning/import-categories.ts";
import { checkIds } from "./planning/import-ids.ts";
import { type ImportOrder, type Moves, readMoves, readOrder } from "./planning/import-order.ts";
import { checkRates } from "./planning/import-rates.ts";
import { noteRedirects } from "./planning/import-redirects.ts";
import type { CompleteRow } from "./planning/imported-row.ts";
import { remarkOnCategories } from "./planning/merged-names.ts";
import { type ProductOnSale, saleEffect } from "./planning/sale-effect.ts";
import { type UnusualPrice, unusualPrice } from "./planning/unusual-price.ts";

/** What an import would do with a product. */
export type ImportEffect = { id: string; title: string; options?: Record<string, string>; isDraft?: true } & (
  | { effect: "new"; price: number; stock: number; category: string }
  | { effect: "removed" | "unchanged" }
  | { effect: "changed"; changes: FieldChange[] }
);

/** A field by the name that catalog files have for it, and its values as they write them: prices in units. */
export interface FieldChange {
  field: FieldName;
  from: FileValue;
  to: FileValue;
}

export interface CompareOptions
  extends Pick<
    ImportOptions,
    "replace" | "inFileOrder" | "fetchPictures" | "freesMenu" | "onProgress" | "size" | "encoding" | "onNotes"
  > {
  /** Is told which products would move, before the first product. */
  onMoves?: (moves: Moves) => void;
  /** Is told what would become of categories, before the first product. */
  onCategories?: (categories: CategoryPlan) => void;
  /** Is told the file's columns before the first product, if the file only changes products. */
  onColumns?: (columns: FieldName[]) => void;
  /** Is told of each price that may be a mistake. */
  onPrice?: (price: UnusualPrice) => void;
  /** Is told of each product that is on sale. */
  onSale?: (sale: ProductOnSale) => void;
  /** Is told how many pictures would be fetched, after the file's last product. */
  onPictures?: (count: number) => void;
}

const productsPerRead = 500;

/**
 * Tells what `importCatalog` would do with a catalog file, product by product, and writes nothing: first the file's products in their
 * order, then with `replace` those that would be removed. Products that would only move are reported to `onMoves`. Whatever the sizes of file and
 * catalog, only a part of them is in memory.
 *
 * @throws CatalogFileError before the first product, when an import would be refused
 */
export async function* compareImport(
  db: Database,
  file: string,
  options: CompareOptions = {},
): AsyncGenerator<ImportEffect> {
  const { replace, onProgress, onMoves, onCategories, onColumns, onPrice, onSale, onNotes } = options;
  const surroundings = noSurroundings();
  using spool = await spoolCatalog(db, file, options, surroundings);
  await checkRates(db, surroundings.vatRates);
  const { csv, categories, notebook } = surroundings;
  const plan = await planCategories(db, categories, options);
  remarkOnCategories(plan, categories, notebook);
  await noteRedirects(db, surroundings);
  onNotes?.(notebook.toNotes());
  onCategories?.(plan);
  const { products } = spool;
  await checkIds(db, products, csv);
  await checkAddresses(db, products, replace);
  if (csv && changesOnly(csv)) onColumns?.(csv.columns);
  const order = await readOrder(db, spool, { ...options, isPartial: changesOnly(csv) });
  onMoves?.(readMoves(products, { ...order, replace }));
  const fetches = fetchesPictures(options, surroundings);
  const pictures = new ScratchSet(spool.scratch, "pictures");
  let compared = 0;
  const currency = await readCurrency(db);
  for (const rows of spool.batches()) {
    for (const { before, after, isDraft, wantedSaleCents, staysArchived } of await pairWithCatalog(db, rows)) {
      if (staysArchived) {
        yield { id: after.id, title: after.title, effect: "unchanged" };
        continue;
      }
      const price = isDraft ? undefined : unusualPrice(before, after);
      if (price) onPrice?.(price);
      const sale = saleEffect(before, after, { wantedCents: wantedSaleCents, currency });
      if (sale) onSale?.(sale);
      if (fetches) for (const address of addressesElsewhere(after)) pictures.add(address);
      yield { ...effectOf(before, after, currency), ...(isDraft && { isDraft }) };
    }
    compared += rows.length;
    onProgress?.((1 + compared / products.count) / 2);
  }
  options.onPictures?.(pictures.size);
  if (replace) yield* readOthers(db, order.others);
}

function effectOf(before: CompleteRow | undefined, after: CompleteRow, currency: Currency): ImportEffect {
  const { priceCents, stock, category } = after;
  const options = readOptions(after.options);
  const named = { id: after.id, title: after.title, ...(options && { options }) };
  if (!before) return { ...named, effect: "new", price: numberFromCents(priceCents, currency), stock, category };
  const changes = differingFields(before, after).map((field) => ({
    field: field.name,
    from: fileValueIn(before, field, currency),
    to: fileValueIn(after, field, currency),
  }));
  return changes.length > 0 ? { ...named, effect: "changed", changes } : { ...named, effect: "unchanged" };
}

/** The products that a file doesn't name. */
async function* readOthers(db: Database, others: ImportOrder["others"]): AsyncGenerator<ImportEffect> {
  for (const some of others.batches(productsPerRead)) {
    const ids = some.map(({ id }) => id);
    const rows = await db.selectFrom("products").select(["id", "title"]).where("id", "in", ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, title } of ids.flatMap((id) => byId.get(id) ?? [])) yield { id, title, effect: "removed" };
  }
}
