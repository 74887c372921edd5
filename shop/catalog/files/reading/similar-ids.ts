import type { DatabaseSync } from "node:sqlite";
import type { FileNotebook } from "./file-notes.ts";
import { type KnownIds, lettersOf } from "./known-ids.ts";

/** So many new ids are compared with the shop's by one query, which looks through them all. */
const idsPerQuery = 10_000;

/** Warns of new ids that differ only in their capitals from those of the shop or from earlier ones of the file. */
export class SimilarIds {
  readonly #known: KnownIds;
  readonly #notebook: FileNotebook;
  /** Of the file's new ids with the same letters, the first is kept. */
  readonly #keepFirst;
  readonly #findFirst;
  #waiting: { id: string; name: string; place: number }[] = [];

  constructor(known: KnownIds, notebook: FileNotebook, scratch: DatabaseSync) {
    this.#known = known;
    this.#notebook = notebook;
    scratch.exec(`create table "newIds" (letters text primary key, id text not null) without rowid`);
    this.#keepFirst = scratch.prepare(`insert into "newIds" (letters, id) values (?, ?)`);
    this.#findFirst = scratch.prepare(`select id from "newIds" where letters = ?`);
  }

  /** @param name how warnings name the product */
  async note(id: string, name: string) {
    this.#waiting.push({ id, name, place: this.#notebook.warningCount });
    if (this.#waiting.length >= idsPerQuery) await this.compare();
  }

  /** Compares the ids that wait with the shop's. */
  async compare() {
    const waiting = this.#waiting;
    this.#waiting = [];
    const stored = await this.#known.readSimilar(waiting.map(({ id }) => id));
    this.#notebook.warnBetween(
      waiting.flatMap(({ id, name, place }) => {
        const letters = lettersOf(id);
        const similar = stored.get(letters) ?? (this.#findFirst.get(letters)?.id as string | undefined);
        if (similar === undefined) this.#keepFirst.run(letters, id);
        if (similar === undefined || similar === id) return [];
        return [{ place, warning: `${name}: another product has the id “${similar}”, in other capitals` }];
      }),
    );
  }
}
