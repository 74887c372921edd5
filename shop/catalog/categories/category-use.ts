import type { Database } from "#database/connect.ts";
import { slugOf } from "../../text/slug.ts";
import { type CategoryLabel, hasLabel, tagSlugsOf } from "../category-labels.ts";

/** How many products have a category or tag. */
export interface CategoryUse {
  active: number;
  archived: number;
}

/** How many products have each category and tag, by `labelKey`. */
export async function countUses(db: Database): Promise<Map<string, CategoryUse>> {
  const uses = new Map<string, CategoryUse>();
  const add = (label: CategoryLabel, state: keyof CategoryUse, count: number) => {
    const use = uses.get(labelKey(label)) ?? { active: 0, archived: 0 };
    uses.set(labelKey(label), { ...use, [state]: use[state] + count });
  };
  for (const [table, state] of [["products", "active"] as const, ["archivedProducts", "archived"] as const]) {
    for (const { label, count } of await countBy(db, table, "category"))
      add({ kind: "category", slug: label }, state, Number(count));
    for (const { label, count } of await countBy(db, table, "tags"))
      for (const slug of tagSlugsOf({ tags: label })) add({ kind: "tag", slug }, state, Number(count));
  }
  return uses;
}

export function labelKey({ kind, slug }: CategoryLabel) {
  return kind === "category" ? `${kind} ${slug}` : `${kind} ${slugOf(slug)}`;
}

/** Counts a table's rows by the values of a column. */
function countBy(db: Database, table: "products" | "archivedProducts", column: "category" | "tags") {
  return db
    .selectFrom(table)
    .select((eb) => [eb.ref(column).as("label"), eb.fn.countAll<number>().as("count")])
    .groupBy(column)
    .execute();
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
