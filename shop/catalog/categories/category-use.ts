import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { slugOf } from "../../text/slug.ts";
import { type CategoryLabel, hasLabel, tagSlugsOf } from "../category-labels.ts";
import { isCatalogIndexLoaded, isIndexBehind, readCatalogIndex } from "../lists/index/current-index.ts";

/** How many products have a category or tag. */
export interface CategoryUse {
  active: number;
  archived: number;
}

export type Uses = Map<string, CategoryUse>;

/** How many products have each category and tag, by `labelKey`. */
export async function countUses(db: Database): Promise<Uses> {
  const uses: Uses = new Map();
  await addUses(db, uses, "active");
  await addUses(db, uses, "archived");
  return uses;
}

/** The same for a screen: the catalog's index has counted most of them, where it is loaded. */
export async function readShownUses(db: Database): Promise<Uses> {
  const uses = await readActiveUses(db);
  await addUses(db, uses, "archived");
  return uses;
}

async function readActiveUses(db: Database): Promise<Uses> {
  const uses: Uses = new Map();
  const index = isCatalogIndexLoaded(db) ? await readCatalogIndex(db) : undefined;
  if (!index || isIndexBehind(db)) await addUses(db, uses, "active");
  else {
    for (const { count, ...label } of index.labelCounts()) addUse(uses, label, { state: "active", count });
    await addUses(db, uses, "active", "hidden");
  }
  return uses;
}

/** Those of some tags that only archived products have. A tag that no product has had is none of them. */
export async function readArchivedTags(db: Database, tags: CategoryLabel[]) {
  const active = await readActiveUses(db);
  const unused = tags.filter((tag) => !active.get(labelKey(tag))?.active);
  if (unused.length === 0) return [];
  const archived: Uses = new Map();
  await addUses(db, archived, "archived");
  return unused.filter((tag) => archived.get(labelKey(tag))?.archived);
}

async function addUses(db: Database, uses: Uses, state: keyof CategoryUse, which?: "hidden") {
  const isArchived = state === "archived";
  const table = isArchived ? "archivedProducts" : "products";
  for (const { count, ...labels } of await countTogether(db, table, which))
    noteUse(uses, { ...labels, isArchived }, Number(count));
}

/** Adds what so many products have to the uses, or takes it away. */
export function noteUse(
  uses: Uses,
  product: Pick<ProductsTable, "category" | "tags"> & { isArchived: boolean },
  count: number,
) {
  const state = product.isArchived ? "archived" : "active";
  addUse(uses, { kind: "category", slug: product.category }, { state, count });
  for (const slug of tagSlugsOf(product)) addUse(uses, { kind: "tag", slug }, { state, count });
}

function addUse(uses: Uses, label: CategoryLabel, { state, count }: { state: keyof CategoryUse; count: number }) {
  const use = uses.get(labelKey(label)) ?? { active: 0, archived: 0 };
  uses.set(labelKey(label), { ...use, [state]: use[state] + count });
}

export function labelKey({ kind, slug }: CategoryLabel) {
  return kind === "category" ? `${kind} ${slug}` : `${kind} ${slugOf(slug)}`;
}

/** Counts a table's rows by their category and tags. Tags come first: for the order of categories, SQLite would read the whole catalog by their index. */
function countTogether(db: Database, table: "products" | "archivedProducts", which?: "hidden") {
  return (
    db
      .selectFrom(table)
      .select((eb) => ["category", "tags", eb.fn.countAll<number>().as("count")])
      // Written out, because no parameter can match the condition of an index.
      .$if(which === "hidden", (query) => query.where("isHidden", "=", sql.lit(1)))
      .groupBy(["tags", "category"])
      .execute()
  );
}

/** The numbers of the products that have a category or tag, in their order. */
export async function readNumbersWith(
  db: Database,
  table: "products" | "archivedProducts",
  label: CategoryLabel,
): Promise<number[]> {
  let query = db.selectFrom(table).select(["number", "category", "tags"]).orderBy("number");
  query = label.kind === "category" ? query.where("category", "=", label.slug) : query.where("tags", "<>", "[]");
  const rows = await query.execute();
  return rows.filter((row) => hasLabel(row, label)).map(({ number }) => number);
}
