import type { Filter } from "../../filters/filters.ts";
import type { Facet, FacetColumns } from "./facets.ts";

/** Filters whose values are remembered. An address may ask for any brand. */
const maxKnownFilters = 1000;

/** The values that all products have in one facet. Each different value is kept once; a product has its id. */
export class FacetColumn {
  /** By the products' numbers. */
  valueIds = new Uint32Array(0);
  /** By their ids. */
  readonly values: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #known = new Map<Filter, { ids: number[]; checked: number }>();
  readonly #facet: Facet;
  /** Whether a filter may keep several values. */
  readonly mayKeepSeveral: boolean;

  constructor(facet: Facet) {
    this.#facet = facet;
    this.mayKeepSeveral = facet.keeps !== undefined || facet.isNested === true;
  }

  grow(capacity: number) {
    const grown = new Uint32Array(capacity);
    grown.set(this.valueIds);
    this.valueIds = grown;
  }

  set(number: number, product: FacetColumns) {
    const value = this.#facet.valueOf(product);
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.values.push(value) - 1;
      this.#ids.set(value, id);
    }
    this.valueIds[number] = id;
  }

  /** The ids of the values that a filter keeps. */
  idsOf(filter: Filter): number[] {
    const known = this.#known.get(filter) ?? { ids: [], checked: 0 };
    const { keeps = isSame } = this.#facet;
    for (; known.checked < this.values.length; known.checked++) {
      if (keeps(filter, this.values[known.checked] as string)) known.ids.push(known.checked);
    }
    if (this.#known.size >= maxKnownFilters) this.#known.clear();
    this.#known.set(filter, known);
    return known.ids;
  }
}

function isSame(filter: Filter, value: string) {
  return value === filter;
}
