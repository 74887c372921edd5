import type { Database } from "#database/connect.ts";
import type { ListName, ListOrder } from "./list-orders.ts";
import { changeRanks, type RankSet, storeRanks } from "./rank-set.ts";

const listsPerStatement = 50;

/** Changes lists of one order; those that aren't there yet are made. For a transaction that has raised the catalog's revision. */
export async function changeLists(
  transaction: Database,
  sort: ListOrder,
  names: Iterable<ListName>,
  change: (members: RankSet, name: ListName) => void,
) {
  const all = [...names];
  for (let start = 0; start < all.length; start += listsPerStatement) {
    const some = all.slice(start, start + listsPerStatement);
    const stored = await transaction
      .selectFrom("catalogLists")
      .select(["filter", "members"])
      .where("sort", "=", sort)
      .where("filter", "in", some)
      .execute();
    const members = new Map(stored.map((list) => [list.filter, list.members]));
    const rows = some.map((filter) => {
      const before = members.get(filter) ?? storeRanks([]).members;
      return { filter, sort, ...changeRanks(before, (set) => change(set, filter)) };
    });
    await transaction
      .insertInto("catalogLists")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["filter", "sort"]).doUpdateSet((eb) => ({
          count: eb.ref("excluded.count"),
          members: eb.ref("excluded.members"),
        })),
      )
      .execute();
  }
}
