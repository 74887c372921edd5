import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import type { CsvSeparator } from "../../files/write-csv.ts";
import { numberFromCents } from "../../values/money.ts";
import { toProduct } from "../lists/read-products.ts";
import { type SaleColumns, usualRow } from "../pricing/usual-price.ts";
import { csvHead, csvOfRecords } from "./reading/catalog-csv.ts";

const productsPerRead = 500;

/**
 * The catalog as a file that can be imported again, piece by piece: nothing is lost on the way there and back. Which products there are, and in
 * what order, is read first, so that a change during the export neither drops a product nor repeats one. See docs/decisions/0101.
 *
 * @param limit only so many, the catalog's first
 * @param csv what separates the cells of CSV
 */
export async function* exportCatalog(
  db: Database,
  format: "csv" | "json",
  { limit, csv }: { limit?: number | undefined; csv?: CsvSeparator } = {},
): AsyncGenerator<string> {
  const all = db.selectFrom("products").select("id").orderBy("position");
  const rows = await (limit === undefined ? all : all.limit(limit)).execute();
  yield format === "csv" ? csvHead(csv) : "[";
  let separator = "\n";
  for (let start = 0; start < rows.length; start += productsPerRead) {
    const ids = rows.slice(start, start + productsPerRead).map(({ id }) => id);
    const records = await readRecords(db, ids);
    if (records.length === 0) continue;
    if (format === "csv") yield csvOfRecords(records, csv);
    else yield separator + records.map((record) => JSON.stringify(record)).join(",\n");
    separator = ",\n";
  }
  if (format === "json") yield "\n]\n";
}

async function readRecords(db: Database, ids: string[]) {
  const found = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [recordOf(row)] : [];
  });
}

/** A product as catalog files write it, with its usual price and its sale, in the order of the sample's fields. */
function recordOf(row: ProductsTable) {
  const product = toProduct(usualRow(row));
  const { id, address, title, description, category, brand, priceCents, compareAtCents } = product;
  const { discountPercentage, rating, stock } = product;
  const { availabilityStatus, minimumOrderQuantity, vatRate, tags, thumbnail, images } = product;
  return {
    ...{ id, title },
    ...(address && { address }),
    ...{
      description,
      category,
      brand,
      price: numberFromCents(priceCents),
    },
    ...(compareAtCents && { compareAtPrice: numberFromCents(compareAtCents) }),
    ...saleRecord(row),
    ...{ discountPercentage, rating, stock },
    ...{ availabilityStatus, minimumOrderQuantity },
    ...(vatRate && { vatRate }),
    ...{ tags, thumbnail, images },
  };
}

/** Nothing without a sale. */
function saleRecord({ saleCents, saleStartsAt, saleEndsAt }: SaleColumns) {
  if (saleCents === null) return {};
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { salePrice: numberFromCents(saleCents), saleStarts: moment(saleStartsAt), saleEnds: moment(saleEndsAt) };
}
