import type { Database } from "#database/connect.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { stockFilterOf } from "../filter-rules.ts";
import type { Filter } from "../filters.ts";
import { type ListOrder, listOrders, rankColumns } from "./list-orders.ts";
import { changeRanks, type RankSet } from "./rank-set.ts";

/** A product whose stock an order has taken so far down that the shop says something else of it. */
export interface StatusChange {
  position: number;
  from: string;
  to: string;
}

/**
 * Moves products between the lists of what is in stock and what is nearly gone, and gives the catalog another revision. The
 * last thing that a transaction does: the revision lets one transaction at a time come here, in whichever order their
 * products are.
 */
export async function moveBetweenLists(transaction: Database, changes: StatusChange[]) {
  await raiseCatalogRevision(transaction);
  for (const { position, from, to } of changes) {
    const ranks = await transaction
      .selectFrom("productRanks")
      .selectAll()
      .where("position", "=", position)
      .executeTakeFirstOrThrow();
    for (const order of listOrders) {
      const rank = ranks[rankColumns[order]];
      await changeList(transaction, stockFilterOf(from), order, (members) => members.delete(rank));
      await changeList(transaction, stockFilterOf(to), order, (members) => members.add(rank));
    }
  }
}

async function changeList(
  db: Database,
  filter: Filter | undefined,
  order: ListOrder,
  change: (members: RankSet) => void,
) {
  if (!filter) return;
  const list = { filter, sort: order };
  const stored = await db
    .selectFrom("catalogLists")
    .select("members")
    .where((eb) => eb.and(list))
    .executeTakeFirstOrThrow();
  const changed = changeRanks(stored.members, change);
  await db
    .updateTable("catalogLists")
    .set(changed)
    .where((eb) => eb.and(list))
    .execute();
}
