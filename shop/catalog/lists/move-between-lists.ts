import type { Database } from "#database/connect.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { stockFilterOf } from "../filter-rules.ts";
import { changeLists } from "./change-lists.ts";
import { listOrders, rankColumns } from "./list-orders.ts";
import { readRanks } from "./move-ranks.ts";

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
  for (const change of changes) await moveBetween(transaction, change);
}

async function moveBetween(db: Database, { position, from, to }: StatusChange) {
  const [left, joined] = [stockFilterOf(from), stockFilterOf(to)];
  const names = [left, joined].filter((filter) => filter !== undefined);
  const ranks = await readRanks(db, position);
  for (const order of listOrders) {
    const rank = ranks[rankColumns[order]];
    await changeLists(db, order, names, (members, name) => {
      if (name === joined) members.add(rank);
      else members.delete(rank);
    });
  }
}
