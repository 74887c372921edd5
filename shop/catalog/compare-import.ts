import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { dollarsFromCents } from "../money.ts";
import { type ImportOptions, spoolCatalog } from "./import-catalog.ts";

/** What an import would do with a product. */
export type ImportEffect = { id: string; title: string } & (
  | { effect: "new" | "removed" | "unchanged" }
  | { effect: "changed"; changes: FieldChange[] }
);

/** A field by the name that catalog files have for it, and its values as they write them: prices in dollars. */
export interface FieldChange {
  field: string;
  from: FieldValue;
  to: FieldValue;
}

export type FieldValue = string | number | string[] | null;

/** The columns that catalog files fill, by the files' names for them. */
const columnsByField = {
  title: "title",
  price: "priceCents",
  rating: "rating",
  thumbnail: "thumbnail",
  images: "images",
  brand: "brand",
  category: "category",
  tags: "tags",
  stock: "stock",
  discountPercentage: "discountPercentage",
  minimumOrderQuantity: "minimumOrderQuantity",
  description: "description",
  availabilityStatus: "availabilityStatus",
} satisfies Record<string, keyof ProductsTable>;
const fields = Object.entries(columnsByField);
type Column = (typeof columnsByField)[keyof typeof columnsByField];

const productsPerRead = 2000;

/**
 * Tells what `importCatalog` would do with a catalog file, product by product, and writes nothing: first the file's products in their
 * order, then with `replace` those that would be removed. Products' places aren't compared: the file's order becomes the catalog's. Whatever
 * the sizes of file and catalog, only a part of them is in memory.
 *
 * @throws CatalogFileError before the first product, when an import would be refused
 */
export async function* compareImport(
  db: Database,
  file: string,
  options: Pick<ImportOptions, "replace" | "onProgress" | "size"> = {},
): AsyncGenerator<ImportEffect> {
  const { replace, onProgress } = options;
  await using spool = await spoolCatalog(file, options);
  let compared = 0;
  for await (const { json, rows } of spool.batches()) {
    yield* await compareRows(db, JSON.parse(json));
    compared += rows;
    onProgress?.((1 + compared / spool.ids.length) / 2);
  }
  if (replace) yield* readOthers(db, new Set(spool.ids));
}

async function compareRows(db: Database, rows: ProductsTable[]): Promise<ImportEffect[]> {
  const ids = rows.map(({ id }) => id);
  const known = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const knownById = new Map(known.map((row) => [row.id, row]));
  return rows.map((row) => effectOf(knownById.get(row.id), row));
}

function effectOf(before: ProductsTable | undefined, after: ProductsTable): ImportEffect {
  const { id, title } = after;
  if (!before) return { id, title, effect: "new" };
  const changes = fields
    .filter(([, column]) => before[column] !== after[column])
    .map(([field, column]) => ({ field, from: fieldOf(before, column), to: fieldOf(after, column) }));
  return changes.length > 0 ? { id, title, effect: "changed", changes } : { id, title, effect: "unchanged" };
}

function fieldOf(row: ProductsTable, column: Column): FieldValue {
  if (column === "priceCents") return dollarsFromCents(row.priceCents);
  return column === "images" || column === "tags" ? JSON.parse(row[column]) : row[column];
}

/** The products that a file doesn't name. */
async function* readOthers(db: Database, ids: Set<string>): AsyncGenerator<ImportEffect> {
  for (let last = 0; ; ) {
    const products = await db
      .selectFrom("products")
      .select(["id", "title", "position"])
      .where("position", ">", last)
      .orderBy("position")
      .limit(productsPerRead)
      .execute();
    for (const { id, title } of products) if (!ids.has(id)) yield { id, title, effect: "removed" };
    const end = products.at(-1);
    if (!end) return;
    last = end.position;
  }
}
