import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";

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

export type ComparedColumn = (typeof columnsByField)[keyof typeof columnsByField];

/** Rows that an import would write, each with what the catalog has in its place. */
export async function pairWithCatalog(
  db: Database,
  rows: ProductsTable[],
): Promise<{ before: ProductsTable | undefined; after: ProductsTable }[]> {
  const ids = rows.map(({ id }) => id);
  const known = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const knownById = new Map(known.map((row) => [row.id, row]));
  return rows.map((after) => ({ before: knownById.get(after.id), after }));
}

/** The fields, by the files' names for them, in which two rows differ. */
export function differingFields(before: ProductsTable, after: ProductsTable) {
  return fields.filter(([, column]) => before[column] !== after[column]);
}
