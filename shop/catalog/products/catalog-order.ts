import type { DatabaseSync } from "node:sqlite";
import type { Database } from "#database/connect.ts";

/** A product's place among those that are sold, from 1. */
export interface PlacedProduct {
  place: number;
  id: string;
  number: number;
  position: number;
}

/** Few enough to block no request for long. */
const productsPerRead = 2000;

/**
 * Copies the order of the catalog's products into a scratch database. They are read by their numbers, which never change, so that none is left out or
 * comes twice, even if it moves meanwhile.
 *
 * @param signal ends it early, when nobody waits for the copy any more
 */
export async function copyOrder(db: Database, scratch: DatabaseSync, signal?: AbortSignal) {
  scratch.exec(`drop table if exists "catalogOrder";
    create table "catalogOrder" (position integer, number integer, id text not null, primary key (position, number)) without rowid`);
  const insert = scratch.prepare(`insert into "catalogOrder" (position, number, id) values (?, ?, ?)`);
  for (let last = 0; !signal?.aborted; ) {
    const rows = await db
      .selectFrom("products")
      .select(["position", "number", "id"])
      .where("number", ">", last)
      .orderBy("number")
      .limit(productsPerRead)
      .execute();
    for (const { position, number, id } of rows) insert.run(position, number, id);
    const end = rows.at(-1);
    if (!end) return;
    last = end.number;
  }
}

/** The products in the order that was copied, some at a time. */
export function* productsInOrder(scratch: DatabaseSync, size: number): Generator<PlacedProduct[]> {
  const select = scratch.prepare(`select position, number, id from "catalogOrder" where (position, number) > (?, ?)
    order by position, number limit ?`);
  let place = 0;
  let last = { position: 0, number: 0 };
  for (;;) {
    const rows = select.all(last.position, last.number, size) as unknown as Omit<PlacedProduct, "place">[];
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map((row) => ({ ...row, place: ++place }));
    last = end;
  }
}
