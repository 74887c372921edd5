import type { Database } from "#database/connect.ts";
import { normalizeText } from "../../../text/normalize-text.ts";

/**
 * A shop's ids, and those of a file that is read. The same letters are one id, whichever Unicode form writes them: macOS writes "é" as two characters. See
 * docs/decisions/0175.
 */
export class KnownIds {
  readonly #stored: Set<string>;
  /** Those that aren't in NFC, by what they are in it. */
  readonly #byForm = new Map<string, string>();
  readonly #byLetters = new Map<string, string>();
  /** As JSON, of products that have some. */
  readonly #options: Map<string, string>;

  constructor(stored: string[] = [], options = new Map<string, string>()) {
    this.#stored = new Set(stored);
    this.#options = options;
    for (const id of stored) {
      const form = normalizeText(id, "NFC");
      if (form !== id) this.#byForm.set(form, id);
      this.#byLetters.set(form.toLowerCase(), id);
    }
  }

  /** Whether the shop has a product of this id. */
  has(written: string) {
    return this.#stored.has(this.find(written));
  }

  /** The options of the shop's product, as JSON; undefined if it has none. */
  optionsOf(written: string) {
    return this.#options.get(this.find(written));
  }

  /** The id that a file means: the shop's as it is written, the shop's in another form, or a new one in NFC. */
  find(written: string) {
    if (this.#stored.has(written)) return written;
    const form = normalizeText(written, "NFC");
    return this.#stored.has(form) ? form : (this.#byForm.get(form) ?? form);
  }

  /** The shop's or an earlier id of the file from which a new one differs only in its capitals. */
  noteSimilar(id: string) {
    if (this.#stored.has(id)) return undefined;
    const letters = id.toLowerCase();
    const similar = this.#byLetters.get(letters);
    if (similar === undefined) this.#byLetters.set(letters, id);
    return similar === id ? undefined : similar;
  }
}

/** The ids of all products, archived ones and drafts too. */
export async function readKnownIds(db: Database) {
  const [sold, archived, drafts] = await Promise.all([
    db.selectFrom("products").select(["id", "options"]).execute(),
    db.selectFrom("archivedProducts").select(["id", "options"]).execute(),
    db.selectFrom("draftProducts").select("id").execute(),
  ]);
  const known = [...sold, ...archived];
  const options = new Map(known.flatMap(({ id, options }) => (options && options !== "{}" ? [[id, options]] : [])));
  return new KnownIds(
    [...known, ...drafts].map(({ id }) => id),
    options,
  );
}
