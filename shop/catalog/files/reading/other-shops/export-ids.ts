import type { DatabaseSync } from "node:sqlite";
import { cutText } from "../../../../text/cut-text.ts";
import { slugOf } from "../../../../text/slug.ts";
import type { KnownIds } from "../known-ids.ts";
import type { OtherProduct, OtherVariant } from "./other-product.ts";

/** As the catalog's rules have it. */
const longestId = 200;

type Options = OtherVariant["options"];

/** Gives a file's products their IDs, which the same file always gets, and a later one too. See docs/decisions/0201. */
export class ExportIds {
  readonly #known: KnownIds;
  readonly #find;
  readonly #reserve;
  readonly #give;
  readonly #countNext;

  constructor(known: KnownIds, scratch: DatabaseSync) {
    this.#known = known;
    // An ID that repeats has its next number.
    scratch.exec(`create table "exportIds" (
      id text primary key, "isHandle" integer not null default 0, "isGiven" integer not null default 0, next integer not null default 2
    ) without rowid`);
    this.#find = scratch.prepare(`select "isHandle", "isGiven" from "exportIds" where id = ?`);
    this.#reserve = scratch.prepare(`insert into "exportIds" (id, "isHandle") values (?, 1) on conflict do nothing`);
    this.#give = scratch.prepare(
      `insert into "exportIds" (id, "isGiven") values (?, 1) on conflict do update set "isGiven" = 1`,
    );
    this.#countNext = scratch.prepare(
      `insert into "exportIds" (id, next) values (?, 3) on conflict do update set next = next + 1 returning next - 1 as number`,
    );
  }

  /** Keeps the handle of a product of the file from others. All of them come before the first product takes its ID. */
  reserve(handle: string) {
    this.#reserve.run(handle);
  }

  /** Looks up at once what the shop has of some products' IDs, as they most likely will be, which is faster than product by product. */
  lookUp(products: Pick<OtherProduct, "handle" | "variants">[]) {
    return this.#known.lookUp(
      products.flatMap(({ handle, variants }) => {
        const written = cutText(handle, longestId);
        return [written, ...longerIds(written, variants)];
      }),
    );
  }

  /** Those of some IDs that the shop had before the import. */
  async known(ids: string[]) {
    await this.#known.lookUp(ids);
    const known = new Set<string>();
    for (const id of ids) if (await this.#known.has(id)) known.add(id);
    return known;
  }

  /** A product's handle, with a number if an earlier product of the file has the same, as WordPress numbers them. */
  take(handle: string) {
    const written = cutText(handle, longestId);
    return this.#isGiven(written) ? this.#number(written) : this.#keep(written);
  }

  /**
   * The IDs of a product's variants: the first has the product's handle, and others add their options. A variant keeps the ID that it got by an earlier
   * import, although others have gone or come before it.
   */
  async ofVariants(handle: string, variants: Pick<OtherVariant, "handle" | "options">[]) {
    const longer = longerIds(handle, variants);
    await this.#known.lookUp([handle, ...longer]);
    const first = await this.#findFirst(handle, variants, longer);
    return longer.map((id, index) => {
      if (index === first || id === handle) return handle;
      return variants[index]?.handle === undefined ? this.#free(id) : this.take(id);
    });
  }

  /** The index of the variant that has the product's handle; -1 if none has. @param longer the variants' other IDs */
  async #findFirst(handle: string, variants: Pick<OtherVariant, "handle" | "options">[], longer: string[]) {
    const stored = await this.#known.optionsOf(handle);
    for (const [index, { options, handle: own }] of variants.entries()) {
      if (own !== undefined) continue;
      const isFirst = stored ? stored === asStored(options) : !(await this.#known.has(longer[index] ?? ""));
      if (isFirst) return index;
    }
    return -1;
  }

  #free(id: string) {
    return this.#isTaken(id) ? this.#number(id) : this.#keep(id);
  }

  #number(id: string) {
    for (;;) {
      const free = `${cutText(id, longestId - 8)}-${this.#countNext.get(id)?.number}`;
      if (!this.#isTaken(free)) return this.#keep(free);
    }
  }

  #isGiven(id: string) {
    return this.#find.get(id)?.isGiven === 1;
  }

  /** Whether it is another product's ID, or will be. */
  #isTaken(id: string) {
    const found = this.#find.get(id);
    return found?.isGiven === 1 || found?.isHandle === 1;
  }

  #keep(id: string) {
    this.#give.run(id);
    return id;
  }
}

function longerIds(handle: string, variants: Pick<OtherVariant, "handle" | "options">[]) {
  return variants.map(({ options, handle: own }) => own ?? longerId(handle, options));
}

function longerId(handle: string, options: Options) {
  if (options.length === 0) return handle;
  const end = `-${slugOf(options.map(([, value]) => value).join(" "))}`;
  return cutText(handle, longestId - end.length) + end;
}

function asStored(options: Options) {
  return JSON.stringify(Object.fromEntries(options));
}
