import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import type { Options } from "../../values/product-options.ts";
import { moveProducts } from "../batches/move-products.ts";

/** An option and its values in an order. */
export interface OptionValues {
  name: string;
  values: string[];
}

interface WithOptions {
  options?: Options | undefined;
}

/** The options of a group with their values: each in the order in which its products have them first, which is how shoppers see them. */
export function valuesByOption(siblings: WithOptions[]): OptionValues[] {
  const values = new Map<string, Set<string>>();
  for (const { options } of siblings)
    for (const [name, value] of Object.entries(options ?? {}))
      values.set(name, (values.get(name) ?? new Set()).add(value));
  return Array.from(values, ([name, of]) => ({ name, values: [...of] }));
}

/**
 * Siblings in the order of their options' values: of the first option first. What lists don't name comes last.
 *
 * @param first an option whose order has to hold, whatever becomes of the others: a group that lacks some combinations can't always have all of them
 */
export function inOrderOf<Sibling extends WithOptions>(
  siblings: Sibling[],
  lists: OptionValues[],
  first?: OptionValues,
) {
  const sorted = sortBy(siblings, lists);
  if (!first) return sorted;
  const isKept = valuesByOption(sorted).find(({ name }) => name === first.name);
  return String(isKept?.values) === String(first.values) ? sorted : sortBy(siblings, [first, ...lists]);
}

function sortBy<Sibling extends WithOptions>(siblings: Sibling[], lists: OptionValues[]) {
  const rankOf = ({ options }: Sibling, { name, values }: OptionValues) => {
    const rank = values.indexOf(options?.[name] ?? "");
    return rank < 0 ? values.length : rank;
  };
  return siblings.toSorted((one, other) => {
    for (const list of lists) {
      const difference = rankOf(one, list) - rankOf(other, list);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

type Placed = Pick<ProductsTable, "number" | "position">;

/** Gives siblings the places that they have together, in a new order, in a transaction that keeps other writers out of products. */
export async function placeSiblings(transaction: Database, rows: Placed[]) {
  const moved = movedRows(rows, placesOf(rows));
  if (moved.length > 0) await moveProducts(transaction, moved, await bumpCatalogVersion(transaction));
}

/** The same for a group's drafts. Those from before drafts had places get some. */
export async function placeDrafts(transaction: Database, drafts: { id: string; position: number }[]) {
  const places = placesOf(drafts);
  for (let index = 1; index < places.length; index++)
    places[index] = Math.max(places[index] as number, (places[index - 1] as number) + 1);
  const moved = movedRows(drafts, places);
  if (moved.length === 0) return;
  const position = sql<number>`case id ${sql.join(
    moved.map(({ id, position }) => sql`when ${id} then cast(${position} as integer)`),
    sql` `,
  )} end`;
  const ids = moved.map(({ id }) => id);
  await transaction.updateTable("draftProducts").set({ position }).where("id", "in", ids).execute();
}

function placesOf(rows: { position: number }[]) {
  return rows.map(({ position }) => position).toSorted((one, other) => one - other);
}

/** Those that get another place. */
function movedRows<Row extends { position: number }>(rows: Row[], places: number[]): Row[] {
  return rows.flatMap((row, index) => {
    const position = places[index] as number;
    return position === row.position ? [] : [{ ...row, position }];
  });
}
