import { DatabaseSync } from "node:sqlite";

/**
 * Opens a database for what a task has to remember of a large file, so that its memory doesn't grow with the file. SQLite keeps it in a temporary file
 * without a name, which is gone when the database is closed or the process ends. See docs/decisions/0385.
 */
export function openScratch(): DatabaseSync {
  const scratch = new DatabaseSync("");
  scratch.exec(
    "pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file; pragma cache_size = -8192",
  );
  // One transaction that never ends: a commit for each statement takes ten times as long as the statement.
  scratch.exec("begin");
  return scratch;
}

/** A list in a scratch database, in the place of one that had its name before. */
export class ScratchList<Item> {
  size = 0;
  readonly #insert;
  readonly #select;

  constructor(scratch: DatabaseSync, name: string) {
    scratch.exec(
      `drop table if exists "${name}"; create table "${name}" (place integer primary key, item text not null)`,
    );
    this.#insert = scratch.prepare(`insert into "${name}" (item) values (?)`);
    this.#select = scratch.prepare(`select place, item from "${name}" where place > ? order by place limit ?`);
  }

  add(item: Item) {
    this.#insert.run(JSON.stringify(item));
    this.size += 1;
  }

  *batches(size: number): Generator<Item[]> {
    for (let last = 0; ; ) {
      const rows = this.#select.all(last, size) as { place: number; item: string }[];
      const end = rows.at(-1);
      if (!end) return;
      yield rows.map(({ item }) => JSON.parse(item));
      last = end.place;
    }
  }
}

/** A set of texts in a scratch database, in the place of one that had its name before. */
export class ScratchSet {
  size = 0;
  readonly #insert;

  constructor(scratch: DatabaseSync, name: string) {
    scratch.exec(`drop table if exists "${name}"; create table "${name}" (item text primary key) without rowid`);
    this.#insert = scratch.prepare(`insert or ignore into "${name}" (item) values (?)`);
  }

  add(item: string) {
    this.size += Number(this.#insert.run(item).changes);
  }
}
