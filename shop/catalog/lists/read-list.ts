import type { Database } from "#database/connect.ts";
import type { Filter } from "../filters.ts";
import { everything, type ListOrder, rankColumns } from "./list-orders.ts";
import { narrow, readMembers, unpackMembers } from "./narrow-list.ts";
import { inRankSets } from "./rank-set.ts";

interface ListQuery {
  order: ListOrder;
  /** Those of one group widen the list, those of different groups narrow it. */
  filters: Filter[];
  /** Only products in these positions, if it is given: what a search has found, the best first, which is their order unless another is asked for. */
  among: number[] | undefined;
  /** From 1; one past the end gives the last page. */
  page: number;
  perPage: number;
}

/** A page of a list before its products are read. */
export interface ListPage {
  total: number;
  page: number;
  pages: number;
  /** The ranks of the page's products. */
  ranks: number[];
  /** The catalog's revision to which all this belongs; null where nothing was looked up. */
  revision: string | null;
}

/**
 * Finds out which products stand on a page of a list, without reading any of them: from the ranks of the products that each filter keeps, in the
 * list's own order.
 */
export async function readList(db: Database, query: ListQuery): Promise<ListPage> {
  const { order, filters, among } = query;
  const isWhole = filters.length === 0 && !among;
  const stored = isWhole || filters.length > 0 ? await readMembers(db, order, isWhole ? [everything] : filters) : [];
  const found = among && (await readRanksOf(db, among, order));
  return inRankSets((sets) => {
    const members = unpackMembers(sets, stored);
    const kept = isWhole
      ? members.get(everything)
      : narrow(sets, { members, filters, found: found && sets.of(found) })(undefined);
    const whole = kept ?? sets.of([]);
    const { total, page, pages, skip } = pageOf(query, whole.size);
    const best = found && order === "position" ? found.filter((rank) => whole.has(rank)) : undefined;
    const end = skip + query.perPage;
    const ranks = best ? best.slice(skip, end) : whole.sliceArray(skip, end);
    return { total, page, pages, ranks, revision: stored[0]?.revision ?? null };
  });
}

function pageOf({ page: asked, perPage }: ListQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(asked, pages);
  return { total, page, pages, skip: (page - 1) * perPage };
}

/** In the order of the positions, where that is the list's; otherwise in any. */
async function readRanksOf(db: Database, positions: number[], order: ListOrder) {
  if (order === "position" || positions.length === 0) return positions;
  const rows = await db
    .selectFrom("productRanks")
    .select(`${rankColumns[order]} as rank`)
    .where("position", "in", positions)
    .execute();
  return rows.map(({ rank }) => rank);
}
