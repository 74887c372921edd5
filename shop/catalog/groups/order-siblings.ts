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
  const places = rows.map(({ position }) => position).toSorted((one, other) => one - other);
  const moved = rows.flatMap(({ number, position }, index) => {
    const place = places[index] as number;
    return place === position ? [] : [{ number, position: place }];
  });
  if (moved.length > 0) await moveProducts(transaction, moved, await bumpCatalogVersion(transaction));
}
