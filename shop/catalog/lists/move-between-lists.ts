import type { Database } from "#database/connect.ts";
import { raiseCatalogRevision } from "./catalog-revision.ts";
import { stockFilterOf } from "./filter-rules.ts";
import type { Filter } from "./filters.ts";
import { type ListOrder, listOrders, packRanks, rankColumns, unpackRanks } from "./list-ranks.ts";

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
      await changeList(transaction, stockFilterOf(from), order, rank, (members) =>
        members.filter((member) => member !== rank),
      );
      await changeList(transaction, stockFilterOf(to), order, rank, (members) => inserted(members, rank));
    }
  }
}

/** Changes the chunk of a list that a rank belongs to. */
async function changeList(
  db: Database,
  filter: Filter | undefined,
  order: ListOrder,
  rank: number,
  change: (members: number[]) => number[],
) {
  if (!filter) return;
  const list = { filter, sort: order };
  const chunk = await db
    .selectFrom("catalogLists")
    .select(["firstRank", "members"])
    .where((eb) => eb.and(list))
    .where("firstRank", "<=", rank)
    .orderBy("firstRank", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const members = change(unpackRanks(chunk.members));
  await db
    .updateTable("catalogLists")
    .set({ count: members.length, members: packRanks(members) })
    .where((eb) => eb.and({ ...list, firstRank: chunk.firstRank }))
    .execute();
}

/** Ascending ranks with one more at its place; once, if it is there already. */
function inserted(members: number[], rank: number) {
  const place = members.findIndex((member) => member >= rank);
  if (place === -1) return [...members, rank];
  return members[place] === rank ? members : members.toSpliced(place, 0, rank);
}
