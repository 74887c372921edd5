import type { Database } from "#database/connect.ts";
import { currentRevision } from "../catalog-revision.ts";
import { type Filter, groupOfFilter } from "../filters.ts";
import type { ListName, ListOrder } from "./list-orders.ts";
import type { RankSet, RankSets } from "./rank-set.ts";

/** The lists of these names that there are, in an order, packed. */
export function readMembers(db: Database, order: ListOrder, lists: ListName[]) {
  return db
    .selectFrom("catalogLists")
    .select(["filter", "members", currentRevision.as("revision")])
    .where("sort", "=", order)
    .where("filter", "in", lists)
    .execute();
}

/** @returns the sets by the lists' names */
export function unpackMembers(sets: RankSets, stored: Awaited<ReturnType<typeof readMembers>>) {
  return new Map(stored.map(({ filter, members }) => [filter as ListName, sets.unpack(members)]));
}

/**
 * Intersects what each group of filters keeps.
 *
 * @returns what all groups but one keep; undefined where that is everything
 */
export function narrow(
  sets: RankSets,
  { members, filters, found }: { members: Map<ListName, RankSet>; filters: Filter[]; found: RankSet | undefined },
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
