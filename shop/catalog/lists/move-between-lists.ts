import type { Database } from "#database/connect.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { stockFilterOf } from "../filter-rules.ts";
import type { Filter } from "../filters.ts";
import { type ListOrder, listOrders, rankColumns } from "./list-orders.ts";
import { changeRanks, type RankSet, storeRanks } from "./rank-set.ts";

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
    await changeFilters(transaction, position, { from: filtersOfStatus(from), to: filtersOfStatus(to) });
  }
}

function filtersOfStatus(status: string) {
  const filter = stockFilterOf(status);
  return filter ? [filter] : [];
}

/** Takes a product out of the lists of some filters and puts it into those of others. The revision was raised before. */
export async function changeFilters(
  transaction: Database,
  position: number,
  { from, to }: { from: Filter[]; to: Filter[] },
) {
  const left = from.filter((filter) => !to.includes(filter));
  const joined = to.filter((filter) => !from.includes(filter));
  if (left.length + joined.length === 0) return;
  const ranks = await transaction
    .selectFrom("productRanks")
    .selectAll()
    .where("position", "=", position)
    .executeTakeFirstOrThrow();
  for (const order of listOrders) {
    const rank = ranks[rankColumns[order]];
    for (const filter of left) await changeList(transaction, filter, order, (members) => members.delete(rank));
    for (const filter of joined) await changeList(transaction, filter, order, (members) => members.add(rank));
  }
}

async function changeList(db: Database, filter: Filter, order: ListOrder, change: (members: RankSet) => void) {
  const list = { filter, sort: order };
  const stored = await db
    .selectFrom("catalogLists")
    .select("members")
    .where((eb) => eb.and(list))
    .executeTakeFirst();
  const changed = changeRanks(stored?.members ?? storeRanks([]).members, change);
  await db
    .insertInto("catalogLists")
    .values({ ...list, ...changed })
    .onConflict((conflict) => conflict.columns(["filter", "sort"]).doUpdateSet(changed))
    .execute();
}
