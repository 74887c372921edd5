import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { currentRevision } from "./catalog-revision.ts";
import type { Filter } from "./filters.ts";
import { bytesPerRank, type ListOrder, unpackRanks } from "./list-ranks.ts";

/** A list in one order, and what is known of it before its products are read. */
interface List {
  filter: Filter | undefined;
  order: ListOrder;
  total: number;
  /** The catalog's revision to which this belongs. */
  revision: string | null;
  /** How a filtered list is cut, in its order. */
  chunks: { firstRank: number; count: number }[];
}

/** Finds out how many products a list has. */
export async function readList(db: Database, filter: Filter | undefined, order: ListOrder): Promise<List> {
  if (!filter) {
    const { last, revision } = await db
      .selectFrom("products")
      .select((eb) => [eb.fn.max("position").as("last"), currentRevision.as("revision")])
      .executeTakeFirstOrThrow();
    return { filter, order, total: last ?? 0, revision, chunks: [] };
  }
  const chunks = await db
    .selectFrom("catalogLists")
    .select(["firstRank", "count", currentRevision.as("revision")])
    .where("filter", "=", filter)
    .where("sort", "=", order)
    .orderBy("firstRank")
    .execute();
  const total = chunks.reduce((sum, { count }) => sum + count, 0);
  return { filter, order, total, revision: chunks[0]?.revision ?? null, chunks };
}

/** The ranks of some of a list's products, one after the other in its order. Of a filtered list, only their bytes are read. */
export async function readRanks(db: Database, list: List, { skip, limit }: { skip: number; limit: number }) {
  if (!list.filter) {
    return Array.from({ length: Math.min(limit, list.total - skip) }, (_, index) => skip + index + 1);
  }
  const ranks: number[] = [];
  let passed = 0;
  for (const { firstRank, count } of list.chunks) {
    const from = Math.max(0, skip - passed);
    const wanted = Math.min(limit - ranks.length, count - from);
    if (wanted > 0) ranks.push(...(await readStretch(db, list, firstRank, from, wanted)));
    passed += count;
  }
  return ranks;
}

async function readStretch(db: Database, { filter, order }: List, firstRank: number, from: number, count: number) {
  const start = from * bytesPerRank + 1;
  const chunk = await db
    .selectFrom("catalogLists")
    .select(sql<Uint8Array>`substr(members, ${start}, ${count * bytesPerRank})`.as("members"))
    .where("filter", "=", filter as Filter)
    .where("sort", "=", order)
    .where("firstRank", "=", firstRank)
    .executeTakeFirst();
  return chunk ? unpackRanks(chunk.members) : [];
}
