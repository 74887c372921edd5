import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { openScratch } from "#database/scratch.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { CsvSeparator } from "../../files/write-csv.ts";
import type { Currency } from "../../values/currencies.ts";
import type { DecimalMark } from "../../values/read-number.ts";
import { fileValueIn } from "../fields/product-row.ts";
import { usualRow, withoutSale } from "../pricing/usual-price.ts";
import { copyOrder, productsInOrder } from "../products/catalog-order.ts";
import { catalogColumns } from "./reading/catalog-columns.ts";
import { csvHead, csvOfRecords } from "./reading/catalog-csv.ts";

const productsPerRead = 500;

/**
 * The catalog as a file that can be imported again, piece by piece: nothing is lost on the way there and back. Which products there are, and in
 * what order, is read first, so that a change during the export neither drops a product nor repeats one. See docs/decisions/0101.
 *
 * @param limit only so many, the catalog's first
 * @param csv what separates the cells of CSV
 * @param decimalMark what marks its decimals
 * @param signal aborted when nobody reads the file any more
 */
export async function* exportCatalog(
  db: Database,
  format: "csv" | "json",
  {
    limit,
    csv,
    decimalMark,
    signal,
  }: {
    limit?: number | undefined;
    csv?: CsvSeparator;
    decimalMark?: DecimalMark | undefined;
    signal?: AbortSignal;
  } = {},
): AsyncGenerator<string> {
  const currency = await readCurrency(db);
  yield format === "csv" ? csvHead(csv) : "[";
  let separator = "\n";
  for await (const ids of idsInOrder(db, limit, signal)) {
    const records = await readRecords(db, ids, currency);
    if (records.length === 0) continue;
    if (format === "csv") yield csvOfRecords(records, csv, decimalMark);
    else yield separator + records.map((record) => JSON.stringify(record)).join(",\n");
    separator = ",\n";
  }
  if (format === "json") yield "\n]\n";
}

/** The products' ids in the catalog's order, some at a time, as they are at the first of them. */
async function* idsInOrder(db: Database, limit: number | undefined, signal: AbortSignal | undefined) {
  if (limit !== undefined) {
    const first = await db.selectFrom("products").select("id").orderBy("position").limit(limit).execute();
    yield first.map(({ id }) => id);
    return;
  }
  using scratch = openScratch();
  await copyOrder(db, scratch, signal);
  for (const some of productsInOrder(scratch, productsPerRead)) yield some.map(({ id }) => id);
}

async function readRecords(db: Database, ids: string[], currency: Currency) {
  const found = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [recordOf(row, currency)] : [];
  });
}

/** A product as catalog files write it, with its usual price and its sale. What is empty, and kept when a file is silent, isn't written. */
function recordOf(row: ProductsTable, currency: Currency) {
  const usual = usualRow(row);
  const values = catalogColumns.map((field) => [field, fileValueIn(usual, field, currency)] as const);
  const written = values.filter(
    ([{ column, isAlwaysMeant }, value]) =>
      value !== null || isAlwaysMeant || (row.saleCents !== null && column in withoutSale),
  );
  return Object.fromEntries(written.map(([{ name }, value]) => [name, value]));
}
