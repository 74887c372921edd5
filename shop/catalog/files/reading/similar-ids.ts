import type { FileNotebook } from "./file-notes.ts";
import { type KnownIds, lettersOf } from "./known-ids.ts";

/** So many new ids are compared with the shop's by one query, which looks through them all. */
const idsPerQuery = 10_000;

/** Warns of new ids that differ only in their capitals from those of the shop or from earlier ones of the file. */
export class SimilarIds {
  readonly #known: KnownIds;
  readonly #notebook: FileNotebook;
  /** The file's first new id with these letters. */
  readonly #firsts = new Map<string, string>();
  #waiting: { id: string; name: string; place: number }[] = [];

  constructor(known: KnownIds, notebook: FileNotebook) {
    this.#known = known;
    this.#notebook = notebook;
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
        const similar = stored.get(letters) ?? this.#firsts.get(letters);
        if (similar === undefined) this.#firsts.set(letters, id);
        if (similar === undefined || similar === id) return [];
        return [{ place, warning: `${name}: another product has the id “${similar}”, in other capitals` }];
      }),
    );
  }
}
