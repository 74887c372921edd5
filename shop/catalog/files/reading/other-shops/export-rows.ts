import type { DatabaseSync } from "node:sqlite";
import type { ExportRow, RowPlace } from "./shop-format.ts";

/** A line of an export, with what is wrong with it as a whole. */
export interface WrittenRow extends ExportRow {
  problem?: string | undefined;
}

const rowsPerRead = 500;

/** The rows of an export, put together by their products, however far apart they are in the file. */
export class ExportRows {
  #count = 0;
  readonly #scratch;
  readonly #insertRow;
  readonly #insertName;

  constructor(scratch: DatabaseSync) {
    this.#scratch = scratch;
    scratch.exec(`create table "exportRows" (place integer primary key, name text not null, row text not null);
      create table "exportNames" (name text primary key, product text not null) without rowid`);
    this.#insertRow = scratch.prepare(`insert into "exportRows" (name, row) values (?, ?)`);
    this.#insertName = scratch.prepare(`insert or ignore into "exportNames" (name, product)
      values (?, coalesce((select product from "exportNames" where name = ?), ?))`);
  }

  /** @returns the name of the row's product, as far as it is known by now */
  add(row: WrittenRow, { names, parent }: RowPlace) {
    const [own = ""] = names;
    for (const name of parent ? [] : names) this.#insertName.run(name, own, own);
    const name = parent ?? own;
    this.#insertRow.run(name, JSON.stringify(row));
    this.#count += 1;
    return name;
  }

  /**
   * The rows of each product, in the order of the products' first rows.
   *
   * @param onRead gets the share that is read, and the rows that are read next
   */
  async *products(onRead: (share: number, rows: WrittenRow[]) => Promise<void>): AsyncGenerator<WrittenRow[]> {
    this.#putInOrder();
    const select = this.#scratch.prepare(`select "exportOrder".rowid as number, product, row
      from "exportOrder" join "exportRows" using (place) where "exportOrder".rowid > ? order by number limit ?`);
    let product: string | undefined;
    let rows: WrittenRow[] = [];
    for (let last = 0; last < this.#count; last += rowsPerRead) {
      const found = select.all(last, rowsPerRead) as { product: string; row: string }[];
      const read = found.map((each) => ({ ...each, row: JSON.parse(each.row) as WrittenRow }));
      await onRead(
        last / this.#count,
        read.map(({ row }) => row),
      );
      for (const next of read) {
        if (next.product !== product && rows.length > 0) {
          yield rows;
          rows = [];
        }
        product = next.product;
        rows.push(next.row);
      }
    }
    if (rows.length > 0) yield rows;
  }

  #putInOrder() {
    this.#scratch.exec(`create table "exportOrder" as
      select place, product from (
        select place, product, min(place) over (partition by product) as first from (
          select place, coalesce(product, name) as product from "exportRows" left join "exportNames" using (name)))
      order by first, place`);
  }
}
