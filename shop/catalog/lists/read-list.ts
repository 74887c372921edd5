import type { Database } from "#database/connect.ts";
import { currentRevision } from "../catalog-revision.ts";
import { type Filter, groupOfFilter } from "../filters.ts";
import { everything, type ListName, type ListOrder, rankColumns } from "./list-orders.ts";
import { inRankSets, type RankSet, type RankSets } from "./rank-set.ts";

interface ListQuery {
  order: ListOrder;
  /** Those of one group widen the list, those of different groups narrow it. */
  filters: Filter[];
  /** Only products in these positions, if it is given: what a search has found, the best first, which is their order unless another is asked for. */
  among: number[] | undefined;
  /** Filters of which it is to be known how many products they would leave. */
  choices: Filter[];
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
  /** How many products each choice would leave, alone in its group beside the filters of the others. */
  counts: Map<Filter, number>;
  /** The catalog's revision to which all this belongs; null where nothing was looked up. */
  revision: string | null;
}

/**
 * Finds out which products stand on a page of a list, and how many each further choice would leave, without reading any of them: from the
 * ranks of the products that each filter keeps, in the list's own order.
 */
export async function readList(db: Database, query: ListQuery): Promise<ListPage> {
  const { order, filters, among, choices } = query;
  if (filters.length === 0 && !among) return readWholeList(db, query);
  const wanted = [...new Set([...filters, ...choices])];
  const stored = wanted.length > 0 ? await readMembers(db, order, wanted) : [];
  const found = among && (await readRanksOf(db, among, order));
  return inRankSets((sets) => {
    const members = new Map(stored.map(({ filter, members }) => [filter as Filter, sets.unpack(members)]));
    const except = narrow(sets, { members, filters, found: found && sets.of(found) });
    const whole = except(undefined) ?? sets.of([]);
    const { total, page, pages, skip } = pageOf(query, whole.size);
    const best = found && order === "position" ? found.filter((rank) => whole.has(rank)) : undefined;
    const end = skip + query.perPage;
    return {
      total,
      page,
      pages,
      ranks: best ? best.slice(skip, end) : whole.sliceArray(skip, end),
      counts: new Map(choices.map((choice) => [choice, countChoice(choice)])),
      revision: stored[0]?.revision ?? null,
    };

    function countChoice(choice: Filter) {
      const kept = members.get(choice);
      if (!kept) return 0;
      return except(groupOfFilter(choice))?.andCardinality(kept) ?? kept.size;
    }
  });
}

/** The list of all products. How many of them each choice keeps was counted when its list was made. */
async function readWholeList(db: Database, query: ListQuery): Promise<ListPage> {
  const [stored] = await readMembers(db, query.order, [everything]);
  const counts = await readCounts(db, query.choices);
  return inRankSets((sets) => {
    const whole = stored ? sets.unpack(stored.members) : sets.of([]);
    const { total, page, pages, skip } = pageOf(query, whole.size);
    const ranks = whole.sliceArray(skip, skip + query.perPage);
    return { total, page, pages, ranks, counts, revision: stored?.revision ?? null };
  });
}

function pageOf({ page: asked, perPage }: ListQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(asked, pages);
  return { total, page, pages, skip: (page - 1) * perPage };
}

/**
 * Intersects what each group of filters keeps.
 *
 * @returns what all groups but one keep; undefined where that is everything
 */
function narrow(
  sets: RankSets,
  { members, filters, found }: { members: Map<Filter, RankSet>; filters: Filter[]; found: RankSet | undefined },
) {
  const groups = Array.from(Map.groupBy(filters, groupOfFilter), ([name, chosen]) => ({
    name,
    kept: sets.union(chosen.map((filter) => members.get(filter) ?? sets.of([]))),
  }));
  const known = new Map<string | undefined, RankSet | undefined>();
  const intersect = (except: string | undefined) =>
    groups
      .filter(({ name }) => name !== except)
      .reduce((all, { kept }) => (all ? sets.intersection(all, kept) : kept), found);
  return (group: string | undefined) => {
    const except = groups.some(({ name }) => name === group) ? group : undefined;
    if (!known.has(except)) known.set(except, intersect(except));
    return known.get(except);
  };
}

function readMembers(db: Database, order: ListOrder, lists: ListName[]) {
  return db
    .selectFrom("catalogLists")
    .select(["filter", "members", currentRevision.as("revision")])
    .where("sort", "=", order)
    .where("filter", "in", lists)
    .execute();
}

async function readCounts(db: Database, choices: Filter[]) {
  const counts = new Map(choices.map((choice) => [choice, 0]));
  if (choices.length === 0) return counts;
  const rows = await db
    .selectFrom("catalogLists")
    .select(["filter", "count"])
    .where("sort", "=", "position")
    .where("filter", "in", choices)
    .execute();
  for (const { filter, count } of rows) counts.set(filter as Filter, count);
  return counts;
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
