import type { DatabaseSync } from "node:sqlite";

/** What is remembered of each product of a file. */
export interface FileProduct {
  /** In the file, from 1. */
  place: number;
  id: string;
  /** The line of a spreadsheet. */
  line: number | null;
  /** Whether the file says what its address is: null is none of its own. */
  hasAddress: 0 | 1;
  address: string | null;
  isDraft: 0 | 1;
}

interface NewFileProduct {
  id: string;
  line: number | undefined;
  /** undefined where the file doesn't say. */
  address: string | null | undefined;
  /** Whether the file says which group it is in. */
  saysGroup: boolean;
  isDraft: boolean;
}

/** The products of a file, in its order. A file may have a million. */
export class FileProducts {
  count = 0;
  readonly #insert;
  readonly #byId;
  readonly #page;
  readonly #setFormer;
  readonly #formerPlaces;
  readonly #firstAt;
  readonly #idAt;
  readonly #forgetFormer;

  constructor(scratch: DatabaseSync) {
    scratch.exec(`create table "fileProducts" (
        place integer primary key, id text not null, line integer, "hasAddress" integer not null, address text, "saysGroup" integer not null,
        "isDraft" integer not null, former integer not null default 0);
      create unique index "fileProducts_id" on "fileProducts" (id);
      create index "fileProducts_address" on "fileProducts" (address) where address is not null`);
    this.#insert = scratch.prepare(
      `insert or ignore into "fileProducts" (place, id, line, "hasAddress", address, "saysGroup", "isDraft") values (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#byId = scratch.prepare(`select "hasAddress", "saysGroup" from "fileProducts" where id = ?`);
    this.#page = scratch.prepare(
      `select place, id, line, "hasAddress", address, "isDraft" from "fileProducts" where place > ? order by place limit ?`,
    );
    this.#setFormer = scratch.prepare(`update "fileProducts" set former = ? where id = ?`);
    this.#formerPlaces = scratch.prepare(
      `select place, former from "fileProducts" where place > ? and ${hasPlace} order by place limit ?`,
    );
    this.#firstAt = scratch.prepare(`select id from "fileProducts" where address = ? order by place limit 1`);
    this.#forgetFormer = scratch.prepare(`update "fileProducts" set former = 0 where former > 0`);
    this.#idAt = scratch.prepare(`select id from "fileProducts" where ${hasPlace} order by place limit 1 offset ? - 1`);
  }

  /** @returns whether the file didn't have its id before */
  add({ id, line, address, saysGroup, isDraft }: NewFileProduct) {
    const values = [line ?? null, address === undefined ? 0 : 1, address ?? null, saysGroup ? 1 : 0, isDraft ? 1 : 0];
    const isNew = this.#insert.run(this.count + 1, id, ...values).changes === 1;
    if (isNew) this.count += 1;
    return isNew;
  }

  has(id: string) {
    return this.#find(id) !== undefined;
  }

  /** Whether the file says what the product's address is. */
  hasAddress(id: string) {
    return this.#find(id)?.hasAddress === 1;
  }

  /** Whether the file says which group the product is in. */
  saysGroup(id: string) {
    return this.#find(id)?.saysGroup === 1;
  }

  /** The first product that gets an address. */
  firstAt(address: string) {
    return (this.#firstAt.get(address) as { id: string } | undefined)?.id;
  }

  /** The product at a place that the file gives the catalog's products. */
  idAt(place: number) {
    return (this.#idAt.get(place) as { id: string } | undefined)?.id;
  }

  *batches(size: number): Generator<FileProduct[]> {
    for (let last = 0; last < this.count; last += size) yield this.#page.all(last, size) as unknown as FileProduct[];
  }

  /** Remembers which product of the catalog's order it is, from 1. @returns whether the file names the product */
  setFormerPlace(id: string, place: number) {
    return this.#setFormer.run(place, id).changes === 1;
  }

  forgetFormerPlaces() {
    this.#forgetFormer.run();
  }

  /** The products' places in the catalog's order; 0 for new ones. Drafts have none. */
  *formerPlaces(): Generator<number> {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows = this.#formerPlaces.all(last, placesPerRead) as { place: number; former: number }[];
      for (const { former } of rows) yield former;
      last = rows.at(-1)?.place;
    }
  }

  #find(id: string) {
    return this.#byId.get(id) as { hasAddress: 0 | 1; saysGroup: 0 | 1 } | undefined;
  }
}

const placesPerRead = 5000;
const hasPlace = `("isDraft" = 0 or former > 0)`;
