import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { normalizeText } from "../../../text/normalize-text.ts";
import { readStoredProducts, type StoredProduct } from "../../products/product-ids.ts";

/** So many ids that were looked up are remembered. A file may have a million. */
const mostRemembered = 20_000;
const idsPerRead = 5000;

/** Letters outside ASCII, and those in ASCII that one outside it is the same as: the Kelvin sign is a K. */
const outsideAscii = /[^\0-\x7f]|[Kk;`]/;

/**
 * What the shop has of a file's ids, looked up as they come. The same letters are one id, whichever Unicode form writes them: macOS writes "é" as two
 * characters. See docs/decisions/0175 and docs/decisions/0365.
 */
export class KnownIds {
  /** Undefined for a file that is read without a shop. */
  readonly #db: Database | undefined;
  /** The products' options by the ids that were looked up last; undefined where the shop has no product. */
  readonly #options = new Map<string, StoredProduct["options"] | undefined>();
  #otherForms: Promise<Map<string, string>> | undefined;

  constructor(db?: Database) {
    this.#db = db;
  }

  /** Looks many ids up at once, which is faster than one by one. */
  async lookUp(written: string[]) {
    if (!this.#db) return;
    const wanted = new Set(written.flatMap((id) => [id, normalizeText(id, "NFC")]));
    if (this.#options.size + wanted.size > mostRemembered) this.#options.clear();
    const ids = [...wanted].filter((id) => !this.#options.has(id));
    const stored = await readStoredProducts(this.#db, ids);
    for (const id of ids) this.#options.set(id, undefined);
    for (const { id, options } of stored) this.#options.set(id, options);
  }

  /** Whether the shop has a product of this id, sold, archived or a draft. */
  async has(written: string) {
    return (await this.#storedOptions(written)) !== undefined;
  }

  /** The options of the shop's product, as JSON; undefined if it has none. */
  async optionsOf(written: string) {
    const options = await this.#storedOptions(written);
    return options && options !== "{}" ? options : undefined;
  }

  /** The id that a file means: the shop's as it is written, the shop's in another form, or a new one in NFC. */
  async find(written: string) {
    await this.lookUp([written]);
    if (this.#options.get(written) !== undefined) return written;
    const form = normalizeText(written, "NFC");
    if (this.#options.get(form) !== undefined || !outsideAscii.test(form)) return form;
    return (await this.#readOtherForms()).get(form) ?? form;
  }

  async #storedOptions(written: string) {
    const id = await this.find(written);
    await this.lookUp([id]);
    return this.#options.get(id);
  }

  /** The shop's ids that aren't in NFC, by what they are in it. Only versions before decision 0175 kept such ones. */
  #readOtherForms() {
    this.#otherForms ??= (async () => {
      const forms = new Map<string, string>();
      if (!this.#db) return forms;
      for await (const id of readAllIds(this.#db, isOutsideAscii)) {
        const form = normalizeText(id, "NFC");
        if (form !== id) forms.set(form, id);
      }
      return forms;
    })();
    return this.#otherForms;
  }

  /** The shop's ids that are the same as some new ones but for their capitals, by their letters. One query looks through all ids. */
  async readSimilar(newIds: string[]) {
    const similar = new Map<string, string>();
    if (!this.#db || newIds.length === 0) return similar;
    const wanted = new Set(newIds.map(lettersOf));
    const letters = [...wanted];
    const inAscii = engineOf(this.#db) === "postgres" ? sql`lower(id collate "C")` : sql`lower(id)`;
    const isSimilar = sql<boolean>`${inAscii} in (${sql.join(letters)})`;
    const hasOthers = letters.some((each) => outsideAscii.test(each));
    const condition = hasOthers ? sql<boolean>`(${isSimilar} or ${isOutsideAscii})` : isSimilar;
    for await (const id of readAllIds(this.#db, condition)) {
      const ofIt = lettersOf(normalizeText(id, "NFC"));
      if (wanted.has(ofIt)) similar.set(ofIt, id);
    }
    return similar;
  }
}

/** What ids that differ only in their capitals have in common. */
export function lettersOf(id: string) {
  return id.toLowerCase();
}

const isOutsideAscii = sql<boolean>`octet_length(id) <> length(id)`;

/** The ids of all products, archived products and drafts that meet a condition. */
async function* readAllIds(db: Database, condition: RawBuilder<boolean>) {
  for (const table of ["products", "archivedProducts", "draftProducts"] as const) {
    for (let last = ""; ; ) {
      const query = db.selectFrom(table).select("id").where(condition).where("id", ">", last);
      const rows = await query.orderBy("id").limit(idsPerRead).execute();
      for (const { id } of rows) yield id;
      if (rows.length < idsPerRead) break;
      last = rows.at(-1)?.id ?? last;
    }
  }
}
