import { cutText } from "../../../../text/cut-text.ts";
import { slugOf } from "../../../../text/slug.ts";
import type { KnownIds } from "../known-ids.ts";
import type { OtherVariant } from "./other-product.ts";

/** As the catalog's rules have it. */
const longestId = 200;

type Options = OtherVariant["options"];

/** Gives a file's products their IDs, which the same file always gets, and a later one too. See docs/decisions/0201. */
export class ExportIds {
  readonly #known: KnownIds;
  /** The handles of all products of the file. */
  readonly #handles: ReadonlySet<string>;
  readonly #given = new Set<string>();
  /** The next number of IDs that repeat. */
  readonly #next = new Map<string, number>();

  constructor(known: KnownIds, handles: ReadonlySet<string>) {
    this.#known = known;
    this.#handles = handles;
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
    return this.#given.has(written) ? this.#number(written) : this.#keep(written);
  }

  /**
   * The IDs of a product's variants: the first has the product's handle, and others add their options. A variant keeps the ID that it got by an earlier
   * import, although others have gone or come before it.
   */
  async ofVariants(handle: string, variants: Pick<OtherVariant, "handle" | "options">[]) {
    const longer = variants.map(({ options, handle: own }) => own ?? longerId(handle, options));
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
    return this.#given.has(id) || this.#handles.has(id) ? this.#number(id) : this.#keep(id);
  }

  #number(id: string) {
    for (let number = this.#next.get(id) ?? 2; ; number += 1) {
      const free = `${cutText(id, longestId - 8)}-${number}`;
      this.#next.set(id, number + 1);
      if (!this.#given.has(free) && !this.#handles.has(free)) return this.#keep(free);
    }
  }

  #keep(id: string) {
    this.#given.add(id);
    return id;
  }
}

function longerId(handle: string, options: Options) {
  if (options.length === 0) return handle;
  const end = `-${slugOf(options.map(([, value]) => value).join(" "))}`;
  return cutText(handle, longestId - end.length) + end;
}

function asStored(options: Options) {
  return JSON.stringify(Object.fromEntries(options));
}
